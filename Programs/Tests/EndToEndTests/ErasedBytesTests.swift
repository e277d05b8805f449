import ChildPrograms
import Foundation
import GRDB
import SignInAPI
import Testing
import Waiting

/// What the files of a running service still contain after a person's deletion.
@Suite(.serialized, .sharedSystem) struct ErasedBytesTests {
    /// The address is "person-…@example.com".
    @Test func `an erased address is in none of the database, its log and a new backup`() async throws {
        let system = try SharedSystem.system
        let (person, other) = (try await system.newPerson(), try await system.newPerson())
        let session = try await NativeApp(person, system).signsIn()
        let stays = try await NativeApp(other, system).signsIn()
        #expect(session.account.email == person + "@example.com")
        #expect(try places(of: person, in: system) != [], "the search finds nothing where something is")

        let bearer = ["authorization": "Bearer " + session.accessToken]
        let deleted = try await Browser.send(.delete, system.publicURL + Paths.account, headers: bearer)
        #expect(deleted.status == 200)
        // SQLite's log is checkpointed and emptied soon after the answer, so that the answer need not wait for it. A
        // reader would keep it from being emptied, so nobody makes a backup until then.
        try await until { try Self.files(with: person, among: Self.files(of: system)) == [] }
        #expect(try places(of: person, in: system) == [])
        // The other person's address is still in the file and in every copy.
        #expect(try places(of: other, in: system) == ["accounts.sqlite", "backup", "vacuumed"])
        #expect(try await system.get(Paths.account, accessToken: stays.accessToken).status == 200)
    }

    /// The files that contain the text: the service's own, and two backups made now.
    private func places(of text: String, in system: SignInSystem) throws -> [String] {
        let path = system.folder + "/accounts.sqlite"
        let copies = ["backup", "vacuumed"].map { system.folder + "/" + $0 }
        for copy in copies { try? FileManager.default.removeItem(atPath: copy) }
        let (source, target) = (try DatabaseQueue(path: path), try DatabaseQueue(path: copies[0]))
        try source.backup(to: target)
        try source.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [copies[1]]) }
        try target.close()
        // Closing makes no checkpoint, because the service also has the file open.
        try source.close()
        return try Self.files(with: text, among: Self.files(of: system) + copies)
    }

    private static func files(of system: SignInSystem) -> [String] {
        ["", "-wal", "-shm"].map { system.folder + "/accounts.sqlite" + $0 }
    }

    private static func files(with text: String, among paths: [String]) throws -> [String] {
        try paths.filter { file in
            guard FileManager.default.fileExists(atPath: file) else { return false }
            return try Data(contentsOf: URL(fileURLWithPath: file)).range(of: Data(text.utf8)) != nil
        }.map { URL(fileURLWithPath: $0).lastPathComponent }
    }
}
