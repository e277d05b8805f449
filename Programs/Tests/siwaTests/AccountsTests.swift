import AccountStorage
import AccountStorageSQLite
import ChildPrograms
import Foundation
import TestDoubles
import Testing

/// `siwa accounts` on a real database, as an operator would use it.
@Suite final class AccountsTests {
    private let folder: TemporaryFolder
    private let config: String
    private let id = AccountID(high: 0x0A0B_0C0D_0E0F_1011, low: 7)

    init() async throws {
        let folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        let path = folder.url.appending(path: "accounts.sqlite").path
        self.folder = folder
        let early = try await Program.siwa.run(["accounts", "show", "--config", config, id.text])
        #expect(early.status == 2 && early.errors.contains("the service creates it at its first start"))
        // This start creates the keys and the database, then ends because it cannot bind its address.
        _ = try await Program.siwa.run(["serve", "--config", config])
        try await Self.addPerson(id, to: path)
    }

    private static func addPerson(_ id: AccountID, to path: String) async throws {
        let now = Date(millisecondsSince1970: 1_790_000_000_000)
        let database = try SQLiteAccountDatabase(path: path)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(
                Account(
                    id: id, givenName: "Ada\u{202E}", familyName: "Lovelace", email: "ada@example.com",
                    isEmailVerified: true, isPrivateEmail: false, createdAt: now, disabledAt: nil))
            try transaction.recordSession(
                Session(
                    id: .init(high: 1, low: 1), accountID: id, clientID: "app", platform: .native, createdAt: now,
                    authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: .distantFuture, endedAt: nil))
            return .keep(())
        }
        await database.close()
    }

    private func addStranger(_ id: AccountID) async throws {
        let database = try SQLiteAccountDatabase(path: folder.url.appending(path: "accounts.sqlite").path)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(
                Account(
                    id: id, givenName: nil, familyName: nil, email: "ada@example.com", isEmailVerified: false,
                    isPrivateEmail: false, createdAt: Date(millisecondsSince1970: 1_790_000_000_000), disabledAt: nil))
            return .keep(())
        }
        await database.close()
    }

    /// Adds an Apple Account, by default one of which Apple's token is missing.
    private func addIdentity(
        to id: AccountID, _ identity: IdentityID = IdentityID(high: 3, low: 3), token: [UInt8]? = nil,
        movedTo: IdentityID? = nil
    ) async throws {
        let now = Date(millisecondsSince1970: 1_790_000_000_000)
        let database = try SQLiteAccountDatabase(path: folder.url.appending(path: "accounts.sqlite").path)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordIdentity(
                AppleIdentity(
                    id: identity, accountID: id, issuer: "http://127.0.0.1:9", teamID: "ABCDE12345",
                    subject: identity.text, createdAt: now, movedTo: movedTo))
            try transaction.recordGrant(
                AppleGrant(
                    identityID: identity, clientID: "com.example.app", sealedRefreshToken: token, obtainedAt: now))
            return .keep(())
        }
        await database.close()
    }

    private func run(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["accounts", arguments[0], "--config", config] + arguments.dropFirst())
    }

    @Test func `an account is found by its address in any case, and shown without tricks in its name`() async throws {
        let found = try await run("find", "--email", "ada@example.com")
        #expect(found.status == 0)
        #expect(found.output == "\(id.text)  ada@example.com  Ada\\u202e Lovelace  open\n")
        #expect(try await run("find", "--email", "Ada@Example.com").output == found.output)
        let none = try await run("find", "--email", "ada@example.org")
        #expect(none.status == 1 && none.output.isEmpty && none.errors == "no account found\n")
    }

    @Test func `an operator sees which of two equal addresses nobody confirmed`() async throws {
        let stranger = AccountID(high: 1, low: 8)
        try await addStranger(stranger)
        let found = try await run("find", "--email", "ada@example.com").output.split(separator: "\n").sorted()
        #expect(found.map { $0.contains("(not verified)") } == [true, false])
        #expect(found.first?.hasPrefix(stranger.text) == true)
        #expect(try await run("show", stranger.text).output.contains("ada@example.com  (not verified)"))
        #expect(try await !run("show", id.text).output.contains("not verified"))
    }

    @Test func `an operator sees that a name and a token of Apple's are missing, and what it means`() async throws {
        let stranger = AccountID(high: 1, low: 9)
        try await addStranger(stranger)
        try await addIdentity(to: stranger)
        let shown = try await run("show", stranger.text).output
        #expect(shown.contains("name        none: Apple sends it at the first sign-in only"))
        #expect(shown.contains("com.example.app (no token: Apple's permission cannot be revoked)"), "\(shown)")
    }

    @Test func `an operator does not miss the token of a former team where the new team has one`() async throws {
        let (stranger, new) = (AccountID(high: 1, low: 9), IdentityID(high: 3, low: 4))
        try await addStranger(stranger)
        try await addIdentity(to: stranger, new, token: [1])
        try await addIdentity(to: stranger, movedTo: new)
        let shown = try await run("show", stranger.text).output
        #expect(shown.contains("com.example.app (no token: the team to which the app has moved has one)"), "\(shown)")
        #expect(shown.contains("com.example.app (token held)") && !shown.contains("cannot be revoked"), "\(shown)")
    }

    @Test func `closing ends the sessions, opening does not bring them back, and both are written down`() async throws {
        #expect(try await run("disable", id.text).status == 0)
        let closed = try await run("show", id.text)
        #expect(closed.output.contains("state       closed") && closed.output.contains("  ended "))
        #expect(try await run("enable", id.text).status == 0)
        let open = try await run("show", id.text)
        #expect(open.output.contains("state       open") && open.output.contains("  ended "))
        let happened = open.lines.suffix(2).map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
        #expect(happened == ["account_enabled operator", "account_disabled operator"])
    }

    @Test func `where nobody waits for a decision, nobody is listed, and one thing is looked for`() async throws {
        let nobody = try await run("find", "--waiting")
        #expect(nobody.status == 1 && nobody.output.isEmpty)
        #expect(try await run("find", "--waiting", "--email", "ada@example.com").status == 2)
        #expect(try await run("find").status == 2)
    }

    @Test func `wrong passwords are forgotten at the operator's word, which is written down`() async throws {
        let cleared = try await run("clear-tries", id.text)
        #expect(cleared.status == 0 && cleared.errors == "the account's wrong passwords are cleared\n")
        let shown = try await run("show", id.text).lines.first { $0.contains("password_tries_cleared") }
        #expect(shown?.contains("operator") == true)
        let none = try await run("clear-tries", "000000000000000000000000000000ff")
        #expect(none.status == 1)
    }

    @Test func `an export is JSON with everything, and is written down`() async throws {
        let export = try await run("export", id.text)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [String: Any])
        #expect((json["sessions"] as? [Any])?.count == 1)
        #expect(try await run("show", id.text).output.contains("exported  operator"))
    }

    /// A thousand sessions, as text several times longer than a token may be.
    @Test func `an account with years of use is exported as a whole`() async throws {
        let id = id
        let now = Date(millisecondsSince1970: 1_790_000_000_000)
        let database = try SQLiteAccountDatabase(path: folder.url.appending(path: "accounts.sqlite").path)
        try await database.transaction { transaction throws(StorageFailure) in
            for number in 2...1_000 as ClosedRange<UInt64> {
                try transaction.recordSession(
                    Session(
                        id: .init(high: 1, low: number), accountID: id, clientID: "app", platform: .web,
                        createdAt: now, authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: .distantFuture,
                        endedAt: now))
            }
            return .keep(())
        }
        await database.close()
        let export = try await run("export", id.text)
        #expect(export.status == 0, "\(export.errors)")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(export.output.utf8)) as? [String: Any])
        #expect((json["sessions"] as? [Any])?.count == 1_000)
    }

    @Test func `deleting needs a yes, and leaves nothing`() async throws {
        #expect(try await run("delete", id.text).status == 2)
        let deleted = try await run("delete", id.text, "--yes")
        #expect(deleted.status == 0 && deleted.errors.contains("stop using the app at Apple"))
        #expect(try await run("show", id.text).status == 1)
        #expect(try await run("delete", id.text, "--yes").status == 1)
    }

    @Test(arguments: ["show", "export", "disable", "enable"])
    func `an account that is not there is no, and what is no id is wrong usage`(_ command: String) async throws {
        let absent = try await run(command, AccountID(high: 9, low: 9).text)
        #expect(absent.status == 1 && absent.errors == "no such account\n")
        #expect(try await run(command, "x").status == 2)
    }
}
