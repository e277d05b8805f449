import ChildPrograms
import Foundation
import TestDoubles
import Testing

/// `siwa credentials` on a real database, as an operator would use it.
@Suite final class CredentialsTests {
    private let folder: TemporaryFolder
    private let config: String

    init() async throws {
        folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        // This start creates the keys and the database, then ends because it cannot bind its address.
        _ = try await Program.siwa.run(["serve", "--config", config])
    }

    private func run(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["credentials", arguments[0], "--config", config] + arguments.dropFirst())
    }

    @Test func `a key is shown once, listed without its secret, and revoked`() async throws {
        #expect(try await run("list").errors == "no keys\n")
        let made = try await run(
            "create", "--name", "shop\u{202E}\u{A0}1", "--scope", "link", "--scope", "accounts:read")
        #expect(made.status == 0)
        let key = made.output.trimmingCharacters(in: .newlines)
        #expect(key.wholeMatch(of: /siwa_[0-9a-f]{32}_[A-Za-z0-9_-]{43}/) != nil)
        let id = String(key.dropFirst(5).prefix(32))
        #expect(made.errors.contains(id) && !made.errors.contains(key))
        let listed = try await run("list")
        #expect(listed.output.hasPrefix(id + "  shop\\u00a01  accounts:read,link  since "))
        #expect(listed.output.hasSuffix("  good\n") && !listed.output.contains(key.suffix(43)))
        #expect(try await run("revoke", id).status == 0)
        #expect(try await run("revoke", id).status == 1)
        #expect(try await run("list").output.contains("  revoked "))
    }

    @Test(arguments: [
        ["create", "--name", "shop"], ["create", "--scope", "link"],
        ["create", "--name", "x", "--scope", "everything"],
        ["revoke", "x"],
    ])
    func `what makes no sense is wrong usage`(_ arguments: [String]) async throws {
        let ended = try await Program.siwa.run(
            ["credentials", arguments[0], "--config", config] + arguments.dropFirst())
        #expect(ended.status == 2)
    }
}
