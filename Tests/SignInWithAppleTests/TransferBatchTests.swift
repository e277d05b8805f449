import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Transfers of many people, with a played Apple.
@Suite struct TransferBatchTests {
    private static let token: RecordingTransport.Answer = .json(
        #"{"access_token":"beg510.0.rrsx.w","token_type":"Bearer","expires_in":3600}"#)
    private static let recipient = TeamID(rawValue: "NEWTEAM001")
    private static let identifier: RecordingTransport.Answer = .json(#"{"transfer_sub":"t.1"}"#)

    private static func people(_ count: Int) -> [AppleUserID] {
        (1...count).map { AppleUserID(rawValue: "000123.person\($0).0123") }
    }

    /// A transfer that notes its pauses and makes none.
    private static func transfer(
        _ test: ClientUnderTest, _ pauses: EventLog<TimeInterval> = EventLog()
    ) -> TeamTransfer {
        TeamTransfer(test.client, of: ClientUnderTest.app) { pauses.record($0) }
    }

    /// The answers of the endpoint; the token is always there.
    private static func apple(
        _ answer: @escaping @Sendable (TransportRequest) -> RecordingTransport.Answer
    ) -> RecordingTransport {
        RecordingTransport { $0.url.hasSuffix("/token") ? token : answer($0) }
    }

    /// Runs a batch of the old team. Notes each answer as the identifier or the code of the failure.
    private static func run(
        _ people: [AppleUserID], _ transfer: TeamTransfer, pace: inout TransferPace,
        _ answered: EventLog<(person: String, answer: String)>
    ) async throws {
        try await transfer.fetchTransferIdentifiers(of: people, to: recipient, pace: &pace) { person, answer in
            switch answer {
            case .success(let identifier): answered.record((person.rawValue, identifier.rawValue))
            case .failure(let failure): answered.record((person.rawValue, failure.code))
            }
        }
    }

    @Test func `asks about everybody once, with one token`() async throws {
        let transport = Self.apple { _ in Self.identifier }
        let answered = EventLog<(person: String, answer: String)>()
        var pace = TransferPace()
        let people = Self.people(120)
        try await Self.run(people, Self.transfer(try ClientUnderTest(transport)), pace: &pace, answered)
        #expect(Set(answered.events.map(\.person)) == Set(people.map(\.rawValue)) && answered.events.count == 120)
        #expect(await transport.paths.filter { $0 == "token" }.count == 1)
        #expect(await transport.requests.count == 121)
        #expect(pace.atOnce == 4)
    }

    @Test func `exchanges many identifiers for people`() async throws {
        let transport = Self.apple { _ in .json(#"{"sub":"s.1"}"#) }
        let found = EventLog<String>()
        var pace = TransferPace()
        let identifiers = (1...3).map { TransferIdentifier(rawValue: "t.\($0)") }
        let transfer = Self.transfer(try ClientUnderTest(transport))
        try await transfer.fetchPeople(behind: identifiers, pace: &pace) { identifier, answer in
            let person = try answer.get()
            found.record("\(identifier) \(person.subject)")
        }
        #expect(found.events.sorted() == ["t.1 s.1", "t.2 s.1", "t.3 s.1"])
    }

    @Test func `repeats what failed for a moment, and waits between`() async throws {
        let failures = EventLog<Void>()
        let transport = Self.apple { _ in
            failures.record(())
            return failures.events.count == 1
                ? .json("", status: 429, headers: [("Retry-After", "7")]) : Self.identifier
        }
        let pauses = EventLog<TimeInterval>()
        let answered = EventLog<(person: String, answer: String)>()
        var pace = TransferPace(mostAtOnce: 1)
        try await Self.run(
            Self.people(3), Self.transfer(try ClientUnderTest(transport), pauses), pace: &pace, answered)
        #expect(answered.events.map(\.answer) == ["t.1", "t.1", "t.1"])
        #expect(pauses.events == [7])
    }

    @Test func `hands a failure on after three tries`() async throws {
        let transport = Self.apple { _ in .json("", status: 503) }
        let pauses = EventLog<TimeInterval>()
        let answered = EventLog<(person: String, answer: String)>()
        var pace = TransferPace(mostAtOnce: 1)
        try await Self.run(
            Self.people(1), Self.transfer(try ClientUnderTest(transport), pauses), pace: &pace, answered)
        #expect(answered.events.map(\.answer) == ["apple_server_error"])
        #expect(await transport.paths.filter { $0 == "usermigrationinfo" }.count == 3)
        #expect(pauses.events == [2, 4, 8])
    }

    @Test func `ends after eight failures in a row, and an answer between begins anew`() async throws {
        let transport = Self.apple { _ in .json("", status: 503) }
        let (pauses, answered) = (EventLog<TimeInterval>(), EventLog<(person: String, answer: String)>())
        let transfer = Self.transfer(try ClientUnderTest(transport), pauses)
        await #expect(throws: AppleCallFailure.unavailable(reason: .serverError, retryAfter: nil)) {
            var pace = TransferPace(mostAtOnce: 1)
            try await Self.run(Self.people(50), transfer, pace: &pace, answered)
        }
        #expect(await transport.paths.filter { $0 == "usermigrationinfo" }.count == 8)
        #expect(pauses.events == [2, 4, 8, 16, 32, 64, 64])
        let calls = EventLog<Void>()
        let recovering = Self.apple { _ in
            calls.record(())
            return calls.events.count % 8 == 0 ? Self.identifier : .json("", status: 503)
        }
        var pace = TransferPace(mostAtOnce: 1)
        try await Self.run(
            Self.people(9), Self.transfer(try ClientUnderTest(recovering)), pace: &pace, EventLog())
        #expect(calls.events.count >= 24)
    }

    @Test func `goes on when Apple refuses one person`() async throws {
        let transport = RecordingTransport { request in
            if request.url.hasSuffix("/token") { return Self.token }
            return String(decoding: request.body, as: UTF8.self).contains("person2.")
                ? .refusal("invalid_request") : Self.identifier
        }
        let answered = EventLog<(person: String, answer: String)>()
        var pace = TransferPace()
        try await Self.run(Self.people(30), Self.transfer(try ClientUnderTest(transport)), pace: &pace, answered)
        #expect(answered.events.count == 30)
        #expect(answered.events.filter { $0.answer == "invalid_request" }.map(\.person) == ["000123.person2.0123"])
    }

    @Test func `stops after twenty refusals and no answer`() async throws {
        let transport = Self.apple { _ in .refusal("invalid_request") }
        let answered = EventLog<(person: String, answer: String)>()
        let transfer = Self.transfer(try ClientUnderTest(transport))
        await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: "invalid_request"))) {
            var pace = TransferPace(mostAtOnce: 1)
            try await Self.run(Self.people(50), transfer, pace: &pace, answered)
        }
        #expect(answered.events.count == 19)
        #expect(await transport.paths.filter { $0 == "usermigrationinfo" }.count == 20)
        var patient = TransferPace(refusalsBeforeStop: nil)
        try await Self.run(Self.people(50), transfer, pace: &patient, answered)
        #expect(answered.events.count == 69)
    }

    @Test(arguments: ["invalid_client", "invalid_grant", "unauthorized_client", "something_new"])
    func `stops at once when Apple refuses the client`(_ code: String) async throws {
        let transport = Self.apple { _ in .refusal(code) }
        let answered = EventLog<(person: String, answer: String)>()
        let transfer = Self.transfer(
            try ClientUnderTest(transport, signingKeys: [ClientUnderTest.signingKeys[0]]))
        await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: code))) {
            var pace = TransferPace(mostAtOnce: 1)
            try await Self.run(Self.people(5), transfer, pace: &pace, answered)
        }
        #expect(answered.events.isEmpty)
    }

    @Test func `hands on people who are none, without a call`() async throws {
        let transport = Self.apple { _ in Self.identifier }
        let answered = EventLog<(person: String, answer: String)>()
        var pace = TransferPace()
        let people = [AppleUserID(rawValue: "TEAM123456")] + Self.people(1)
        try await Self.run(people, Self.transfer(try ClientUnderTest(transport)), pace: &pace, answered)
        #expect(Set(answered.events.map(\.answer)) == ["transfer_subject_invalid", "t.1"])
        #expect(await transport.paths.filter { $0 == "usermigrationinfo" }.count == 1)
    }

    @Test func `ends with the error of whoever takes the answers`() async throws {
        struct Full: Error {}
        let transport = Self.apple { _ in Self.identifier }
        let transfer = Self.transfer(try ClientUnderTest(transport))
        await #expect(throws: Full.self) {
            var pace = TransferPace(mostAtOnce: 1)
            try await transfer.fetchTransferIdentifiers(of: Self.people(9), to: Self.recipient, pace: &pace) { _, _ in
                throw Full()
            }
        }
        #expect(await transport.paths.filter { $0 == "usermigrationinfo" }.count <= 2)
    }

    @Test func `counts each call of both directions`() async throws {
        let transport = Self.apple { request in
            String(decoding: request.body, as: UTF8.self).contains("transfer_sub")
                ? .json(#"{"sub":"s.1"}"#) : Self.identifier
        }
        let test = try ClientUnderTest(transport)
        let transfer = Self.transfer(test)
        var pace = TransferPace()
        try await Self.run(Self.people(2), transfer, pace: &pace, EventLog())
        try await transfer.fetchPeople(behind: [TransferIdentifier(rawValue: "t.1")], pace: &pace) { _, _ in }
        let calls = test.log.events.map(\.call)
        #expect(calls.filter { $0 == .transferToken }.count == 1)
        #expect(calls.filter { $0 == .transferIdentifier }.count == 2)
        #expect(calls.filter { $0 == .transferredPerson }.count == 1)
    }
}
