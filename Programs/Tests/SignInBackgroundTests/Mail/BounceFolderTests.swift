import AccountStorage
import Foundation
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground

/// Bounces that a mail server puts into a Maildir.
@Suite final class BounceFolderTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private let clock = TestClock()
    private let log = CapturedLog()
    private let folder: TemporaryFolder
    private let maildir: URL
    private let database = FaultyDatabase()
    private let bounces: BounceFolder
    private let account = AccountID(high: 1, low: 2)
    private let identity = IdentityID(high: 3, low: 4)

    init() throws {
        folder = try TemporaryFolder()
        maildir = folder.url.appending(path: "bounces")
        for name in ["new", "cur"] {
            try FileManager.default.createDirectory(
                at: maildir.appending(path: name), withIntermediateDirectories: true)
        }
        bounces = BounceFolder(
            path: maildir.path, environment: try .test(on: database, clock), logger: log.logger)
    }

    private func storePerson() async throws {
        let person = Account(
            id: account, givenName: nil, familyName: nil, email: Self.relay, isEmailVerified: true,
            isPrivateEmail: true, createdAt: clock.now, disabledAt: nil)
        let link = AppleIdentity(
            id: identity, accountID: account, issuer: "i", teamID: "t", subject: "s", createdAt: clock.now)
        try await database.transaction { transaction throws(StorageFailure) -> Outcome<Void> in
            try transaction.recordAccount(person)
            try transaction.recordIdentity(link)
            return .keep(())
        }
    }

    private func put(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: maildir.appending(path: "new/\(name)"))
    }

    private func names(_ name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: maildir.appending(path: name).path).sorted()
    }

    private func state() async throws -> EmailDelivery.State? {
        let identity = identity
        return try await database.read { transaction throws(StorageFailure) in
            try transaction.findEmailDelivery(identity)?.state
        }
    }

    private func bounce(of account: AccountID) -> String {
        """
        To: bounce+\(account.text)@example.com
        Content-Type: multipart/report; boundary=b

        --b
        Content-Type: message/delivery-status

        Final-Recipient: rfc822; \(Self.relay)
        Action: failed
        Status: 5.1.1
        Diagnostic-Code: smtp; 550 5.1.1 <x@example.com>: unauthorized sender

        --b--
        """
    }

    @Test func `are read once, and moved`() async throws {
        try await storePerson()
        clock.advance(10)
        try put("1.a.host", bounce(of: account))
        #expect(try await bounces.work() == 1)
        #expect(try await state() == .senderRefused)
        #expect(try names("new").isEmpty && names("cur") == ["1.a.host:2,S"])
        #expect(try await bounces.work() == 0)
    }

    @Test func `do not stop at what is no bounce, and log none of it`() async throws {
        try await storePerson()
        clock.advance(10)
        try put("1.a.host", "Subject: canary\n\nI am away.")
        try put("2.a.host", String(repeating: "canary ", count: 50_000))
        try put("3.a.host", bounce(of: account))
        try put(".hidden", "canary")
        #expect(try await bounces.work() == 3)
        #expect(try await state() == .senderRefused)
        #expect(try names("new") == [".hidden"])
        let logged = log.all.joined(separator: "\n")
        #expect(!logged.contains("canary") && logged.contains("bounce_unreadable"))
    }

    @Test func `are read however many hidden files there are`() async throws {
        try await storePerson()
        clock.advance(10)
        for number in 1...100 { try put(".\(number)", "") }
        try put("1.a.host", bounce(of: account))
        #expect(try await bounces.work() == 1)
        #expect(try await state() == .senderRefused)
    }

    @Test func `are none where there is no folder`() async throws {
        try FileManager.default.removeItem(at: maildir)
        #expect(try await bounces.work() == 0)
    }

    @Test func `that cannot be moved are left, and the round ends`() async throws {
        try await storePerson()
        clock.advance(10)
        try FileManager.default.removeItem(at: maildir.appending(path: "cur"))
        try put("1.a.host", bounce(of: account))
        #expect(try await bounces.work() == 0)
        #expect(try await state() == .senderRefused)
        #expect(try names("new") == ["1.a.host"])
    }

    @Test func `that could not be moved are moved later, and not read again`() async throws {
        try await storePerson()
        clock.advance(10)
        try put("1.a.host", "Subject: none")
        // A file of that name is in the way.
        let obstacle = maildir.appending(path: "cur/1.a.host:2,S")
        try Data().write(to: obstacle)
        #expect(try await bounces.work() == 0)
        try put("1.a.host", bounce(of: account))
        for _ in 1...2 { #expect(try await bounces.work() == 0) }
        #expect(log.all.count { $0.contains("bounce_not_moved") } == 1)
        try FileManager.default.removeItem(at: obstacle)
        #expect(try await bounces.work() == 0)
        #expect(try names("new").isEmpty && names("cur") == ["1.a.host:2,S"])
        #expect(try await state() == nil)
    }

    @Test func `are read however many others cannot be moved`() async throws {
        try await storePerson()
        clock.advance(10)
        for number in 100...199 {
            try put("0.\(number)", "Subject: none")
            try Data().write(to: maildir.appending(path: "cur/0.\(number):2,S"))
        }
        try put("1.a.host", bounce(of: account))
        #expect(try await bounces.work() == 0)
        #expect(try await bounces.work() == 1)
        #expect(try await state() == .senderRefused)
    }
}
