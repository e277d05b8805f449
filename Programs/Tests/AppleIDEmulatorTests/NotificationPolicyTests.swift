import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// Everything that the policy lets go wrong between Apple and a receiver.
@Suite struct NotificationPolicyTests {
    private func received(
        policy: String, _ send: @escaping @Sendable (Caller) async throws -> Void
    ) async throws -> [NotificationReceiver.Received] {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            #expect(try await caller.control("/notifications/policy", policy).status == 200)
            try await send(caller)
            _ = try await caller.notifications()
        }
        return receiver.received
    }

    @Test func `sends duplicates under one jti`() async throws {
        let received = try await received(policy: #"{"duplicate":2}"#) { caller in
            _ = try await caller.sendTestEvent("consent-revoked")
            _ = try await caller.sendTestEvent("account-deleted")
        }
        #expect(received.count == 6)
        #expect(Set(try received.map { try $0.claims.text("jti") }).count == 2)
    }

    @Test func `sends a pair of events last first`() async throws {
        let received = try await received(policy: #"{"reorder":2}"#) { caller in
            _ = try await caller.sendTestEvent("email-disabled")
            let held = try await caller.notifications()
            #expect(held.first?.text("state") == "held")
            _ = try await caller.sendTestEvent("email-enabled")
        }
        #expect(try received.map { try $0.event.text("type") } == ["email-enabled", "email-disabled"])
    }

    @Test func `lets go of what was held when the order is restored`() async throws {
        let received = try await received(policy: #"{"reorder":3}"#) { caller in
            _ = try await caller.sendTestEvent("email-disabled")
            _ = try await caller.control("/notifications/policy", #"{"reorder":1}"#)
        }
        #expect(received.count == 1)
    }

    @Test func `loses the next events, and only those`() async throws {
        let received = try await received(policy: #"{"lose":2}"#) { caller in
            for type in ["email-disabled", "email-enabled", "consent-revoked"] {
                _ = try await caller.sendTestEvent(type)
            }
            let states = try await caller.notifications().map { $0.text("state") }
            #expect(states == ["lost", "lost", "delivered"])
        }
        #expect(try received.map { try $0.event.text("type") } == ["consent-revoked"])
    }

    @Test func `sends late, with the time at which it happened`() async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver())
        try await receiver.run(emulator) { caller, _ in
            let happened = Double(emulator.clock.now)
            _ = try await caller.control("/notifications/policy", #"{"delay_seconds":100000}"#)
            _ = try await caller.sendTestEvent("consent-revoked")
            try await caller.advanceClock(by: 99_999)
            _ = try await caller.notifications()
            #expect(receiver.received.isEmpty)
            try await caller.advanceClock(by: 1)
            _ = try await caller.notifications()
            let late = try #require(receiver.received.first)
            #expect(try late.claims.double("iat") == happened)
            #expect(try late.event.double("event_time") == happened * 1_000)
        }
    }

    @Test func `sends when a clock that stood still is set to the time`() async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver())
        try await receiver.run(emulator) { caller, _ in
            _ = try await caller.control("/clock", #"{"freeze":true}"#)
            _ = try await caller.sendTestEvent("consent-revoked", more: #","delay_seconds":60"#)
            _ = try await caller.control("/clock", "{\"set\":\(emulator.clock.now + 60)}")
            _ = try await caller.notifications()
            #expect(receiver.received.count == 1)
        }
    }

    @Test func `makes out to somebody else`() async throws {
        let received = try await received(policy: #"{"wrong_audience":true}"#) { caller in
            _ = try await caller.sendTestEvent("consent-revoked")
        }
        #expect(try received.first?.claims.text("aud") == "com.example.somebody-else")
    }

    @Test func `signs by a key that is not published, under the name of one that is`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.sendTestEvent("consent-revoked", more: #","wrong_key":true"#)
            _ = try await caller.notifications()
            let token = try CompactJWS(try #require(receiver.received.first).token)
            let key = try #require(try await caller.keySet().keys.first { $0.keyID == token.header.keyID })
            #expect(!token.isSigned(by: key))
        }
    }

    @Test func `puts an old jti on a new event`() async throws {
        let received = try await received(policy: #"{"replay_jti":true}"#) { caller in
            _ = try await caller.sendTestEvent("email-disabled")
            _ = try await caller.sendTestEvent("email-enabled")
            _ = try await caller.sendTestEvent("consent-revoked", more: #","jti":"chosen""#)
        }
        let jtis = try received.map { try $0.claims.text("jti") }
        #expect(jtis[0] == jtis[1] && jtis[2] == "chosen")
        #expect(try received.map { try $0.event.text("type") }[1] == "email-enabled")
    }

    @Test func `sends a token again as it was, a month later`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.sendTestEvent("consent-revoked")
            let id = try #require(try await caller.notifications().first?.text("id"))
            try await caller.advanceClock(by: 31 * 86_400)
            _ = try await caller.control("/notifications", "{\"replay_of\":\"\(id)\",\"count\":3}")
            _ = try await caller.notifications()
            #expect(receiver.received.count == 4)
            #expect(Set(receiver.received.map(\.body)).count == 1)
        }
    }

    @Test func `passes on a type that receivers cannot know`() async throws {
        let received = try await received(policy: "{}") { caller in
            _ = try await caller.sendTestEvent("x-moon-landing")
            _ = try await caller.sendTestEvent("account-delete")
        }
        #expect(try received.map { try $0.event.text("type") } == ["x-moon-landing", "account-delete"])
    }

    @Test func `forgets policy and outbox at a reset`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/notifications/policy", #"{"lose":5,"retry_at":[0,5]}"#)
            _ = try await caller.sendTestEvent("consent-revoked")
            _ = try await caller.control("/reset", "")
            #expect(try await caller.notifications().isEmpty)
            let policy = try await caller.control("/notifications/policy", "", method: .get)
            #expect(
                policy.text
                    == #"{"retry_at":[0,60,300],"delay_seconds":0,"duplicate":0,"reorder":1,"lose":0,"wrong_key":false,"#
                    + #""wrong_audience":false,"replay_jti":false}"#)
        }
    }
}
