import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The switches for notifications that Apple documents differently from what it sends.
@Suite struct NotificationShapeTests {
    @Test func `writes events as documented: an object, with seconds`() async throws {
        let (emulator, receiver) = (try TestEmulator(), NotificationReceiver())
        try await receiver.run(emulator) { caller, _ in
            _ = try await caller.control("/switches", #"{"events_as":"object","event_time_unit":"seconds"}"#)
            _ = try await caller.sendTestEvent("email-enabled")
            _ = try await caller.notifications()
            let event = try #require(try receiver.received.first?.claims["events"]?.object)
            #expect(event.names == ["type", "sub", "email", "is_private_email", "event_time"])
            #expect(event.double("event_time") == Double(emulator.clock.now))
        }
    }

    @Test(arguments: [("account-deleted", "{}"), ("account-delete", #"{"deletion_event":"account-delete"}"#)])
    func `names the deletion as it is called today, or as libraries know it`(
        _ name: String, _ switches: String
    ) async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            #expect(try await caller.control("/switches", switches).status == 200)
            _ = try await caller.signInHidingEmail()
            _ = try await caller.control("/account/delete", #"{"person":"maya"}"#)
            _ = try await caller.notifications()
            #expect(try receiver.received.map { try $0.event.text("type") } == [name])
        }
    }

    @Test(arguments: [true, false])
    func `tells of a revocation by the app itself only where the switch says so`(_ isTold: Bool) async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.control("/switches", "{\"revocation_sends_notification\":\(isTold)}")
            let tokens = try await caller.signInHidingEmail()
            let form = [
                ("client_id", TestEmulator.web), ("client_secret", try caller.emulator.secret()),
                ("token", tokens.text("refresh_token") ?? ""),
            ]
            _ = try await caller.post("/auth/revoke", form.map { (name: $0.0, value: $0.1) })
            _ = try await caller.notifications()
            let types = try receiver.received.map { try $0.event.text("type") }
            #expect(types == (isTold ? ["consent-revoked"] : []))
        }
    }

    @Test func `keeps a relay address at the domain where it was made`() async throws {
        let receiver = NotificationReceiver()
        try await receiver.run(try TestEmulator()) { caller, _ in
            _ = try await caller.control("/switches", #"{"relay_domain":"private.icloud.com"}"#)
            _ = try await caller.signInHidingEmail()
            _ = try await caller.control("/switches", #"{"relay_domain":null}"#)
            _ = try await caller.control("/account/forwarding", #"{"person":"maya","team_id":"EMUTEAM001","on":false}"#)
            _ = try await caller.notifications()
            let address = try #require(try receiver.received.first?.event.text("email"))
            #expect(address.hasSuffix("@private.icloud.com"))
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            try await visit.open("/account/app?team=EMUTEAM001&app=com.example.app")
            #expect(visit.reply.text.contains(address))
        }
    }

    @Test func `names a managed person in notifications as in tokens`() async throws {
        let receiver = NotificationReceiver()
        let emulator = try TestEmulator {
            $0.people.append(
                Person(key: "kim", email: "kim@school.example", password: "p", firstName: "Kim", lastName: ""))
            $0.people[$0.people.count - 1].managed = ManagedAccount(organizationID: "ORG")
        }
        try await receiver.run(emulator) { caller, _ in
            let tokens = try await caller.signInHidingEmail("kim")
            let subject = try payload(of: tokens.text("id_token")).text("sub")
            _ = try await caller.control("/account/stop-using", #"{"person":"kim","client":"com.example.web"}"#)
            _ = try await caller.notifications()
            #expect(try receiver.received.first?.event.text("sub") == subject)
        }
    }
}
