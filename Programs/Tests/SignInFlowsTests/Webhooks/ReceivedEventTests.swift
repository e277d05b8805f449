import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// What a backend accepts, and the sample events with which it is tried out.
@Suite struct ReceivedEventTests {
    private let secrets = [1, 2].map { byte in WebhookSecret.make { Array(repeating: byte, count: $0) } }
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func request(
        _ kind: AccountEventKind = .accountDeleted, _ secrets: [WebhookSecret]? = nil
    ) throws -> TransportRequest {
        let endpoint = WebhookEndpoint(
            url: "https://api.example.com/hooks", secrets: secrets ?? [self.secrets[0]], timeout: 15)
        let sample = SampleEvent(
            kind, account: String(repeating: "a", count: 32), externalID: "4711", reason: nil, at: now,
            randomBytes: { Array(repeating: 7, count: $0) })
        return sample.request(to: try #require(endpoint), at: now)
    }

    private func received(_ request: TransportRequest, changing fields: [String: String?] = [:]) -> ReceivedEvent {
        func field(_ name: String) -> String? {
            fields[name] ?? request.headers.first { $0.name == name }?.value
        }
        return ReceivedEvent(
            id: field("webhook-id"), timestamp: field("webhook-timestamp"), signatures: field("webhook-signature"),
            body: request.body)
    }

    @Test(arguments: AccountEventKind.allCases)
    func `a sample of every kind is genuine`(_ kind: AccountEventKind) throws {
        let request = try request(kind)
        try received(request).check(secrets, at: now)
        let body = String(decoding: request.body, as: UTF8.self)
        #expect(body.contains("\"type\":\"\(kind.rawValue)\""))
        #expect(body.contains("\"external_id\":\"4711\"") == (kind != .test && kind != .appTransferred))
        #expect(body.contains("\"from_team\":\"TEAM000001\"") == (kind == .appTransferred))
        #expect(body.contains("merged_account") == (kind == .accountMerged))
    }

    @Test func `one of two signatures is enough, and so is one of two secrets`() throws {
        let both = try request(.accountDeleted, secrets)
        try received(both).check([secrets[1]], at: now)
        try received(try request()).check(secrets, at: now)
    }

    private static let changes: [(String, String?, ReceivedEvent.Fault)] = [
        ("webhook-id", nil, .idMissing), ("webhook-id", "", .idMissing),
        ("webhook-id", "other", .signatureWrong), ("webhook-timestamp", nil, .timestampInvalid),
        ("webhook-timestamp", "yesterday", .timestampInvalid), ("webhook-timestamp", "1795000001", .signatureWrong),
        ("webhook-signature", nil, .signatureMissing), ("webhook-signature", "", .signatureMissing),
        ("webhook-signature", "v1,", .signatureWrong), ("webhook-signature", "v1,AAAA", .signatureWrong),
        ("webhook-signature", "v2,AAAA", .signatureWrong),
    ]

    @Test(arguments: changes)
    func `a changed delivery is refused`(_ name: String, _ value: String?, _ fault: ReceivedEvent.Fault) throws {
        let event = received(try request(), changing: [name: value])
        #expect(throws: fault) { try event.check(secrets, at: now) }
    }

    @Test func `another body is refused`() throws {
        var request = try request()
        request.body.append(UInt8(ascii: " "))
        let event = received(request)
        #expect(throws: ReceivedEvent.Fault.signatureWrong) { try event.check(secrets, at: now) }
    }

    @Test(arguments: [(-299.0, true), (299.0, true), (-300.0, false), (300.0, false)])
    func `a delivery is refused five minutes before and after its time`(
        _ seconds: TimeInterval, _ isAccepted: Bool
    ) throws {
        let event = received(try request())
        let moment = now.addingTimeInterval(seconds)
        if isAccepted {
            try event.check(secrets, at: moment)
        } else {
            #expect(throws: ReceivedEvent.Fault.timestampTooFar) { try event.check(secrets, at: moment) }
        }
    }
}
