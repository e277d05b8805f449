import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// Restoring a backup brings back no ended session and no used token.
@Suite(.serialized, .sharedEmulator) struct RestoredBackupTests {
    @Test func `a restored backup is refused until somebody says so, and then no session of it lives`() async throws {
        let system = try SharedSystem.system
        try await system.startService()
        let person = try await system.newPerson()
        let (ended, spent) = (
            try await NativeApp(person, system).signsIn(), try await NativeApp(person, system).signsIn()
        )
        let backup = system.folder + "/backup.sqlite"
        let copied = try await Program.siwa.run(["backup", "--config", system.configuration, backup])
        #expect(copied.status == 0 && copied.output.contains("verified"), "\(copied.errors)")

        let bearer = ["authorization": "Bearer " + ended.accessToken]
        let end = try await Browser.send(.post, system.publicURL + Paths.sessionEnd, headers: bearer)
        #expect(end.status == 204)
        for _ in 0..<2 {
            let renewed = try await refresh(spent, system)
            #expect(renewed.status == 200)
        }
        await system.service?.stop()

        let verified = try await Program.siwa.run(["verify-database", "--config", system.configuration, backup])
        #expect(verified.status == 0, "\(verified.errors)")
        try restore(backup, to: system.folder + "/accounts.sqlite")
        let refused = await #expect(throws: LivingProgram.NotStarted.self) { try await system.startService() }
        #expect(refused?.log.contains("backup_restored") == true)
        #expect(refused?.log.contains("siwa restored") == true)
        let said = try await Program.siwa.run(["restored", "--config", system.configuration])
        #expect(said.status == 0 && said.errors.contains("every session in it has ended"))

        try await system.startService()
        for token in [ended, spent] {
            #expect(try await refresh(token, system).errorCode == "session_ended")
            #expect(try await system.get(Paths.account, accessToken: token.accessToken).errorCode == "session_ended")
        }
        let again = try await NativeApp(person, system).signsIn()
        #expect(again.account.id == ended.account.id)
        try await system.startService()
        #expect(try await refresh(again, system).status == 200)
    }

    private func refresh(_ session: SessionReply, _ system: SignInSystem) async throws -> Browser.Answer {
        try await system.post(
            Paths.sessionRefresh, SessionRefreshRequest(refreshToken: session.refreshToken, client: "app"))
    }

    private func restore(_ backup: String, to path: String) throws {
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        try FileManager.default.copyItem(atPath: backup, toPath: path)
    }
}
