import ChildPrograms
import Foundation
import SignInAPI
import Testing
import Waiting

/// People without an account at the closed doors of a running service.
@Suite(.serialized) struct ClosedDoorTests {
    private func start(_ system: SignInSystem, _ signIn: [String: String]) async throws {
        try system.configure { $0["sign_in"] = signIn.merging(["question": "never"]) { own, _ in own } }
        try await system.startService(keepsKeys: true)
    }

    /// Waits until the permission of one person is revoked at Apple and the service knows it.
    private func waitForRevocation(_ system: SignInSystem) async throws {
        try await until {
            let metrics = try await Browser.send(.get, system.publicURL + Paths.metrics)
            let revoked = try await system.appleLog().count { $0.path == "/auth/revoke" && $0.status == 200 }
            return revoked == 1 && metrics.body.contains(#"siwa_outbox_items{kind="revocation"} 0"# + "\n")
        }
    }

    @Test func `a stranger is refused and forgotten by Apple, and keeps the name when the door opens`() async throws {
        try await SignInSystem.run { system in
            try await start(system, ["new_accounts": "known"])
            let app = NativeApp(try await system.newPerson(), system)
            let refused = try await app.triesToSignIn()
            #expect(refused.status == 403 && refused.errorCode == "person_not_known")
            try await waitForRevocation(system)
            try await start(system, ["new_accounts": "everybody"])
            // Apple asks as it does the first time.
            let again = try await app.submission()
            #expect(again.name == PersonName(given: "Grace", family: "Hopper"))
            let signedIn = try await app.submit(again).decoded(SessionReply.self)
            #expect(signedIn.account.name == again.name)
        }
    }

    @Test func `an account of before the door was closed still opens, in an app and in a browser`() async throws {
        try await SignInSystem.run { system in
            try await system.startService()
            let person = try await system.newPerson()
            let account = try await NativeApp(person, system).signsIn().account.id
            try await start(system, ["new_accounts": "invited", "hidden_addresses": "refuse"])
            #expect(try await NativeApp(person, system).signsIn().account.id == account)
            #expect(try await Visitor(person, system).signsIn().id == account)
            let stranger = Visitor(try await system.newPerson(), system)
            let page = try await stranger.triesToSignIn()
            #expect(page.status == 403 && page.body.contains("person_not_invited") && !page.setsSession)
            try await waitForRevocation(system)
        }
    }

    @Test func `the log and the doctor name App Review where hidden addresses are refused`() async throws {
        try await SignInSystem.run { system in
            try await start(system, ["hidden_addresses": "refuse"])
            let ended = try await Program.siwa.run(["doctor", "--config", system.configuration, "--json"])
            #expect(ended.status == 0 && ended.output.contains("hidden_addresses_refused"))
            let log = try String(contentsOfFile: system.folder + "/siwa.log", encoding: .utf8)
            #expect(log.contains("App Review guideline 4.8"))
        }
    }
}
