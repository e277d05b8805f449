import Foundation
import HTTPTypes
import JSONWebTokens
import Settings
import Testing

@testable import AppleIDEmulator

/// What people changed in their accounts survives a restart.
@Suite struct AccountStateTests {
    private static func file() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("emulator-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appendingPathComponent("state.json").path
    }

    @Test func `remembers passwords, deletions and forwarding over a restart`() async throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent) }
        try await TestEmulator { $0.stateFile = file }.run { caller in
            _ = try await caller.signInHidingEmail()
            _ = try await caller.control("/account/forwarding", #"{"person":"maya","team_id":"EMUTEAM001","on":false}"#)
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"new-password"}"#)
            _ = try await caller.control("/account/delete", #"{"person":"tomas"}"#)
        }
        try await TestEmulator { $0.stateFile = file }.run { caller in
            #expect(try await caller.approve("tomas").text("error") == "person_unknown")
            var visit = try await AccountBrowser(caller)
            try await visit.signIn("maya", "maya-password")
            #expect(visit.reply.text.contains("The password is wrong"))
            try await visit.signIn("maya", "new-password")
            #expect(visit.reply.text.contains("forwarding off"))
        }
    }

    @Test func `sends after a restart what was waiting before it, once`() async throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent) }
        let receiver = NotificationReceiver(answers: [503])
        try await receiver.run(try TestEmulator { $0.stateFile = file }) { caller, _ in
            _ = try await caller.sendTestEvent("consent-revoked")
            let jti = try await caller.notifications().first?.text("jti")
            try await TestEmulator { $0.stateFile = file }.run { again in
                let waiting = try await again.notifications()
                #expect(waiting.count == 1 && waiting.first?.text("state") == "waiting")
                #expect(receiver.received.count == 1)
                try await again.advanceClock(by: 60)
                #expect(try await again.notifications().first?.text("state") == "delivered")
                #expect(receiver.received.count == 2)
                #expect(try receiver.received.map { try $0.claims.text("jti") } == [jti, jti])
            }
            try await TestEmulator { $0.stateFile = file }.run { (last) async throws in
                #expect(try await last.notifications().isEmpty)
            }
        }
    }

    @Test(arguments: [
        (#"{"format":2,"seed":1}"#, "is in format 2, but this emulator reads format 1; another version wrote it"),
        (#"{"format":1,"seed":9}"#, "written with seed 9"),
        (#"{"format":1}"#, "is not a state file"),
    ])
    func `says why it cannot read a state file`(_ text: String, _ reason: String) throws {
        let file = try Self.file()
        defer { try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        let fault = #expect(throws: ConfigurationFaults.self) { try TestEmulator { $0.stateFile = file } }
        #expect(fault?.description.contains(reason) == true)
    }
}
