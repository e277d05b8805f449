import ChildPrograms
import HTTPServing
import Testing

@testable import ServiceAssembly

@Suite struct VersionTests {
    @Test func `siwa says its version, and in a second line what it was built with`() async throws {
        let ended = try await Program.siwa.run(["--version"])
        #expect(ended.status == 0 && ended.errors.isEmpty)
        #expect(ended.lines == [Release.version, BuiltParts.current.line])
    }

    @Test(arguments: [
        (true, true, "with SQLite, PostgreSQL, bcrypt, Argon2id"),
        (false, true, "with SQLite, bcrypt, Argon2id, without PostgreSQL"),
        (true, false, "with SQLite, PostgreSQL, without bcrypt, Argon2id"),
        (false, false, "with SQLite, without PostgreSQL, bcrypt, Argon2id"),
    ])
    func `the second line names what is built in and what is left out`(
        hasPostgreSQL: Bool, hasLegacyHashes: Bool, line: String
    ) {
        #expect(BuiltParts(hasPostgreSQL: hasPostgreSQL, hasLegacyHashes: hasLegacyHashes).line == line)
    }

    @Test func `the line of this program agrees with how these tests were built`() {
        #if PostgreSQL
            #expect(BuiltParts.current.hasPostgreSQL)
        #else
            #expect(!BuiltParts.current.hasPostgreSQL)
        #endif
    }
}
