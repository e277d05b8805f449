import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable @_spi(SignInPrograms) import SignInWithApple

/// The documented and the observed forms of Apple's notifications.
@Suite struct NotificationTests {
    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func verified(
        events: JSONValue, at now: Date? = nil, claims others: [(name: String, value: JSONValue)] = []
    ) throws -> AppleNotification {
        let apple = try AppleKey.first.apple()
        var claims: [(name: String, value: JSONValue)] = [
            ("iss", "https://appleid.apple.com"), ("aud", .string(AppleKey.app)), ("iat", 1_750_000_000),
            ("exp", 1_750_086_400), ("jti", "jti-1"), ("events", events),
        ]
        claims.removeAll { claim in others.contains { $0.name == claim.name } }
        claims += others
        return try apple.notificationVerifier.verify(
            apple.key.sign(payload: JSONObject(claims).json), at: now ?? self.now)
    }

    private func event(_ type: String, time: JSONValue = 1_749_999_900) -> JSONObject {
        ["type": .string(type), "sub": "001234.abc.0001", "event_time": time]
    }

    @Test(arguments: ["email-disabled", "email-enabled", "consent-revoked", "account-delete", "account-deleted"])
    func `reads each documented event as an object and as a text`(type: String) throws {
        let event = event(type)
        for events in [JSONValue.object(event), .string(String(decoding: event.json, as: UTF8.self))] {
            let read = try verified(events: events).event
            #expect(read.kind.rawValue == (type == "account-delete" ? "account-deleted" : type))
            #expect(read.subject.rawValue == "001234.abc.0001")
            #expect(read.occurredAt.timeIntervalSince1970 == 1_749_999_900)
        }
    }

    @Test(
        arguments: [
            1_749_999_900, 1_749_999_900_000, 1_749_999_900_123, "1749999900", "1749999900000",
        ] as [JSONValue])
    func `reads times in seconds and in milliseconds`(time: JSONValue) throws {
        let read = try verified(events: .object(event("consent-revoked", time: time))).event.occurredAt
        #expect(abs(read.timeIntervalSince1970 - 1_749_999_900) < 0.2)
    }

    @Test(arguments: [(-86_400, -86_400), (60, 60), (61, 60), (86_400 * 3_650, 60)])
    func `an event counts as of a minute after it was signed at the latest`(ahead: Int, counted: Int) throws {
        let time = JSONValue.number(JSONNumber(Int(now.timeIntervalSince1970) + ahead))
        let read = try verified(events: .object(event("consent-revoked", time: time))).event
        #expect(read.occurredAt.timeIntervalSince(now) == Double(counted))
    }

    @Test(
        arguments: [("true", true), (true, true), ("false", false), (false, false), (1, nil)] as [(JSONValue, Bool?)])
    func `reads the address of an e-mail event`(flag: JSONValue, isPrivate: Bool?) throws {
        let event = JSONObject(
            event("email-disabled").members + [
                ("email", "ep9ks2tnph@privaterelay.appleid.com"), ("is_private_email", flag),
            ])
        let read = try verified(events: .object(event)).event
        #expect(read.email == "ep9ks2tnph@privaterelay.appleid.com" && read.isPrivateEmail == isPrivate)
    }

    @Test func `an old notification for another app is refused as old, and a fresh one names the app`() throws {
        let others: [(name: String, value: JSONValue)] = [("aud", "com.example.other")]
        let event = JSONValue.object(event("consent-revoked"))
        let fresh = #expect(throws: TokenRejection.self) { try verified(events: event, claims: others) }
        #expect(fresh == .audienceMismatch && fresh?.verifiedAudience == "com.example.other")
        let old = #expect(throws: TokenRejection.self) {
            try verified(events: event, at: now.addingTimeInterval(90_000), claims: others)
        }
        #expect(old == .expired)
    }

    @Test func `keeps an event of a kind nobody knows yet`() throws {
        let read = try verified(events: .object(event("passkey-added"))).event
        #expect(read.kind == AppleNotificationKind(rawValue: "passkey-added"))
    }

    @Test func `hands over the id and all times`() throws {
        let notification = try verified(events: .object(event("consent-revoked")))
        #expect(notification.id == "jti-1" && notification.clientID.rawValue == AppleKey.app)
        #expect(notification.issuedAt == now && notification.expiresAt == now.addingTimeInterval(86_400))
    }

    @Test func `verifies the whole body that Apple posts`() async throws {
        let drill = try KeyDrill([.first])
        let body = try AppleKey.first.apple()
            .notificationBody(.accountDeleted, subject: "001234.abc.0001", id: "jti-2", at: drill.clock.now)
        let notification = try await drill.client.verifyNotification(body: body)
        #expect(notification.id == "jti-2" && notification.event.kind == .accountDeleted)
        #expect(notification.event.occurredAt == drill.clock.now)
    }

    @Test(arguments: [
        "", "[]", #""a.b.c""#, "{}", #"{"payload":1}"#, #"{"payload":"a.b.c","payload":"a.b.c"}"#, "payload=a.b.c",
        #"{"payload":"a.b.c"}"# + String(repeating: " ", count: 65_536),
    ])
    func `refuses a body of another form, and asks Apple for nothing`(body: String) async throws {
        let drill = try KeyDrill([.first])
        await #expect(throws: TokenVerificationFailure.rejected(.tokenMalformed)) {
            try await drill.client.verifyNotification(body: Array(body.utf8))
        }
        #expect(drill.edges.requests.isEmpty)
    }

    @Test func `refuses an identity token posted as a notification, and the other way round`() async throws {
        let drill = try KeyDrill([.first])
        let apple = try AppleKey.first.apple()
        let token = try apple.identityToken(
            subject: "001234.abc.0001", nonce: "n-1", at: drill.clock.now, claims: [("jti", "jti-3")])
        await #expect(throws: TokenVerificationFailure.rejected(.notANotification)) {
            try await drill.client.verifyNotification(token)
        }
        let body = try apple.notificationBody(.consentRevoked, subject: "s", id: "jti-4", at: drill.clock.now)
        let payload = try #require(AppleNotification.payload(ofBody: body))
        #expect(await drill.outcome(of: payload) == .refused("not_an_identity_token"))
    }

    @Test func `refuses a client secret of ours as either`() async throws {
        let drill = try KeyDrill([.first])
        let factory = try ClientSecretFactory(teamID: "TEAM000001", key: SigningKey.makeES256(keyID: "TESTKEY001"))
        let secret = try factory.issue(for: ClientID(rawValue: AppleKey.app), at: drill.clock.now).secretValue
        await #expect(throws: TokenVerificationFailure.rejected(.algorithmNotAllowed)) {
            try await drill.client.verifyNotification(secret)
        }
        #expect(await drill.outcome(of: secret) == .refused("algorithm_not_allowed"))
    }
}
