import Foundation
import Logging
import SignInFlows
import Synchronization
import Testing

@testable import siwa

/// Lines of the service's log, read and put into words.
@Suite struct LogSentenceTests {
    /// Takes what a logger writes.
    private final class Written: TextOutputStream, Sendable {
        private let text = Mutex("")

        func write(_ string: String) { text.withLock { $0 += string } }

        var line: String { text.withLock { $0.trimmingCharacters(in: .newlines) } }
    }

    private func text(_ message: String, _ metadata: [String: String]) throws -> String {
        let words = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let line = try #require(LogLine("2026-03-01T12:00:00+0000 info siwa: \(words) [SignInServer] \(message)"))
        return LogSentence(line: line).sentence.text
    }

    @Test func `reads a line as swift-log writes it`() throws {
        let written = Written()
        var logger = Logger(label: "siwa") { StreamLogHandler(label: $0, stream: written) }
        logger[metadataKey: "request_id"] = "0123456789abcdef"
        let before = Date()
        logger.info("refused", metadata: ["code": "attempt_expired", "type": "Array<Int, Int>"])
        let line = try #require(LogLine(written.line), "\(written.line)")
        #expect(line.message == "refused")
        #expect(
            line.metadata == [
                "code": "attempt_expired", "request_id": "0123456789abcdef", "type": "Array<Int, Int>",
            ])
        #expect(abs(line.time.timeIntervalSince(before)) < 60)
    }

    @Test(arguments: ["", "Mar 01 13:00:00 host siwa[4711]: ", "siwa-1  | "])
    func `reads a line in the time of any zone, with what a collector puts before it`(_ prefix: String) throws {
        let line = try #require(LogLine(prefix + "2026-03-01T13:30:00+0130 debug siwa: a=1 [SignInServer] two words"))
        #expect(line.time == Date(timeIntervalSince1970: 1_772_366_400))
        #expect(line.message == "two words" && line.metadata == ["a": "1"])
    }

    @Test(arguments: [
        "", "info", #"{"base_url":"http://localhost:8080"}"#, "2026-03-01T12:00:00+0000 info siwa: no source",
        "yesterday info siwa: a=1 [SignInServer] refused", "2026-03-01T12:00:00+0000 loud siwa: a=1 [SignInServer] x",
    ])
    func `takes nothing else for a line of the log`(_ text: String) {
        #expect(LogLine(text) == nil)
    }

    @Test func `says what was seen and what is configured, and which mistake was met`() throws {
        let audience = ["code": "audience_mismatch", "seen": "com.example.other", "configured": "com.a, com.b"]
        #expect(
            try text("refused", audience)
                == "The request was refused with audience_mismatch. Seen: com.example.other. Configured: com.a, com.b.")
        let nonce = try text("refused", ["code": "nonce_mismatch", "mistake": "nonce_not_hashed"])
        #expect(nonce.contains("The token has the nonce itself."))
        #expect(try text("refused", ["code": "x", "mistake": "of_a_newer_version"]).hasSuffix("refused with x."))
    }

    @Test func `names the known members that are nearest to the unknown ones`() throws {
        let one = try text("refused", ["code": "member_unknown", "nearest": "link_ticket"])
        #expect(one == "The request was refused with member_unknown. Did you mean link_ticket?")
        let two = try text("refused", ["code": "member_unknown", "nearest": "link_ticket name.given"])
        #expect(two.hasSuffix(" Did you mean link_ticket, name.given?"))
    }

    @Test(arguments: [
        SignInIncident.appleRefusedClient(client: "web", code: "invalid_client"),
        .exchangeUnavailable(client: "web", code: "timed_out"), .logoutUndelivered(client: "shop", code: "500"),
        .exchangedTokenDisagrees(client: "app"), .notificationForUnknownAudience(audience: "com.example.other"),
        .sealedValueUnreadable,
    ])
    func `says all that the log has about an incident`(_ incident: SignInIncident) throws {
        let words = incident.facts.merging(["code": incident.code, "request_id": "0123456789abcdef"]) { $1 }
        let text = try text("incident", words)
        #expect(text.hasPrefix("The service reported the incident \(incident.code)"))
        for fact in incident.facts.values { #expect(text.contains(fact), "\(text)") }
    }

    @Test func `says what an incident means if the person got the same code`() throws {
        let line = try #require(
            LogLine(
                "2026-03-01T12:00:00+0000 error siwa: answer=invalid_client client=web code=apple_refused_client [S] incident"
            ))
        let sentence = LogSentence(line: line).sentence
        #expect(
            sentence.text
                == "The service reported the incident apple_refused_client about the client web. The answer was invalid_client."
        )
        #expect(sentence.refusal?.remedy == ErrorCode.appleRefusedClient.remedy)
    }

    @Test func `says what a first sign-in came without`() throws {
        #expect(
            try text("first sign-in", ["code": "code_missing"])
                == "A person signed in for the first time, and the app sent no code. "
                + "Apple's permission cannot be revoked without one.")
        #expect(
            try text("first sign-in", ["code": "name_empty"])
                == "A person signed in for the first time, and the app sent an empty name. Apple gives the name only once."
        )
        #expect(
            try text("first sign-in", ["code": "of_a_newer_version"])
                == "A person signed in for the first time (of_a_newer_version).")
    }

    @Test func `says how a request was answered`() throws {
        let members = ["method": "POST", "path": "/v1/native/sign-in", "status": "401", "milliseconds": "12.345678"]
        #expect(
            try text("request", members)
                == "The service answered POST /v1/native/sign-in with the status 401 after 12.3 ms.")
        let lost = try text("request", members.merging(["path": "unknown", "method": "other"]) { $1 })
        #expect(lost.contains("answered a request for a path that it does not serve with the status 401"))
        let other = try text("request", members.merging(["method": "other"]) { $1 })
        #expect(other.contains("answered a request for /v1/native/sign-in with a method that it does not serve"))
        #expect(try text("request", [:]).contains("an unknown status after an unknown time."))
    }

    @Test func `says why a request was refused, with meaning and advice of the catalogue`() throws {
        let line = try #require(LogLine("2026-03-01T12:00:00+0000 info siwa: code=attempt_expired [S] refused"))
        let sentence = LogSentence(line: line).sentence
        #expect(sentence.text == "The request was refused with attempt_expired.")
        #expect(sentence.refusal?.meaning == ErrorCode.attemptExpired.meaning)
        #expect(sentence.refusal?.remedy == ErrorCode.attemptExpired.remedy)
        let unforeseen = try text("refused", ["code": "internal", "type": "DecodingError"])
        #expect(unforeseen.hasSuffix("with internal, because of an unexpected error of the type DecodingError."))
        #expect(try text("refused", ["code": "invented"]) == "The request was refused with invented.")
        let address = "http://shop.example.com/cb?..."
        #expect(
            try text("refused", ["code": "redirect_uri_refused", "client_id": "shop", "redirect_uri": address])
                == "The request of the client shop was refused with redirect_uri_refused, with the redirect_uri \(address)."
        )
    }

    @Test(arguments: ErrorCode.all)
    func `knows the meaning of every code of the service`(_ error: ErrorCode) {
        let meaning = RefusalMeaning(code: error.name)
        #expect(meaning.meaning?.isEmpty == false)
        let samples = [ErrorCode.methodNotAllowed("GET"), .fieldInvalid("name")]
        guard !samples.contains(error) else {
            // The log does not say which method or member it was.
            #expect(meaning.meaning != error.meaning)
            return
        }
        #expect(meaning.meaning == error.meaning && meaning.remedy ?? "" == error.remedy)
    }

    @Test func `says what Apple's notification changed, and shows a line that it does not know`() throws {
        let members = ["kind": "consent-revoked", "effect": "sessions_ended", "repeat": "false"]
        #expect(
            try text("notification", members)
                == "Apple's notification consent-revoked arrived. Its effect was sessions_ended.")
        let again = try text("notification", members.merging(["repeat": "true"]) { $1 })
        #expect(again == "Apple's notification consent-revoked arrived again, and changed nothing this time.")
        #expect(try text("export broke off", ["code": "database_unavailable"]).contains("with database_unavailable."))
        #expect(
            try text("of a newer version", ["code": "x", "name": "Ada"])
                == "The service logged: of a newer version (x).")
    }

    @Test(arguments: [
        ("2026-03-01T12:00:00Z", 0.0), ("2026-03-01T12:00:00.250Z", 0.25), ("2026-03-01T13:00:00+01:00", 0),
        ("2026-03-01T06:30:00-0530", 0), ("2026-03-01", -43_200), ("1772366400", 0),
    ])
    func `reads a time as an operator writes it`(_ text: String, _ seconds: Double) {
        #expect(WrittenTime.argument(text) == Date(timeIntervalSince1970: 1_772_366_400 + seconds))
    }

    @Test(arguments: [
        "", "now", "-1", "2026-02-30", "2026-03-01 12:00", "2026-03-01T12:00:00+25:00", "177236640000", "٣",
    ])
    func `does not guess at anything else`(_ text: String) {
        #expect(WrittenTime.argument(text) == nil)
    }
}
