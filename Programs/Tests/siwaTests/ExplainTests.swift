import AccountStorage
import AccountStorageSQLite
import ChildPrograms
import Foundation
import TestDoubles
import Testing

/// `siwa explain` on a real database and a real file, as an operator would use it.
@Suite final class ExplainTests {
    private let folder: TemporaryFolder
    private let config: String
    private let id = AccountID(high: 0x0A0B_0C0D_0E0F_1011, low: 7)
    private let session = SessionID(high: 1, low: 1)

    /// What names the person, and must never be printed.
    private static let names = ["Ada", "Lovelace", "ada@example.com", "001234.abcdef.0001", "user-4711"]

    init() async throws {
        let folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        let path = folder.url.appending(path: "accounts.sqlite").path
        self.folder = folder
        // This start creates the keys and the database, then ends because it cannot bind its address.
        _ = try await Program.siwa.run(["serve", "--config", config])
        try await Self.addPerson(id, session, to: path)
    }

    private static func addPerson(_ id: AccountID, _ session: SessionID, to path: String) async throws {
        let now = Date(millisecondsSince1970: Int64(Date().timeIntervalSince1970) * 1_000)
        let identity = IdentityID(high: 3, low: 3)
        let database = try SQLiteAccountDatabase(path: path)
        try await database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(
                Account(
                    id: id, givenName: names[0], familyName: names[1], email: names[2], isEmailVerified: true,
                    isPrivateEmail: false, createdAt: now, disabledAt: nil, externalID: names[4]))
            try transaction.recordIdentity(
                AppleIdentity(
                    id: identity, accountID: id, issuer: "http://127.0.0.1:9", teamID: "ABCDE12345", subject: names[3],
                    createdAt: now))
            try transaction.recordGrant(
                AppleGrant(
                    identityID: identity, clientID: "com.example.app", sealedRefreshToken: [1, 2, 3], obtainedAt: now))
            try transaction.recordSession(
                Session(
                    id: session, accountID: id, clientID: "app", platform: .native, createdAt: now,
                    authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now.addingTimeInterval(86_400),
                    endedAt: nil))
            // An identifier begins with the time of its line.
            let first = AuditEntryID.first(at: now)
            try transaction.recordAudit(
                AuditEntry(
                    id: AuditEntryID(high: first.high, low: 1), accountID: id, event: "signed_in", reason: "new",
                    client: "app",
                    platform: .native, sessionID: session, occurredAt: now))
            try transaction.recordAudit(
                AuditEntry(
                    id: AuditEntryID(high: first.high, low: 2), accountID: id, event: "in\u{1B}[2Jvented",
                    reason: "\u{202E}",
                    occurredAt: now))
            return .keep(())
        }
        await database.close()
    }

    private func account(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["explain", "account", "--config", config, id.text] + arguments)
    }

    private func period(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["explain", "period", "--config", config] + arguments)
    }

    private func accounts(_ command: String, _ arguments: String...) async throws {
        let ended = try await Program.siwa.run(["accounts", command, "--config", config, id.text] + arguments)
        try #require(ended.status == 0, "\(ended.errors)")
    }

    @Test func `an account is told from its creation to its end, with reasons and without names`() async throws {
        let open = try await account()
        #expect(open.status == 0, "\(open.errors)")
        #expect(
            open.output.contains("for the first time: the account was created, and the session \(session.text) began."))
        #expect(open.output.contains("The audit records in\\u001b[2Jvented (\\u202e)."))
        #expect(open.output.contains("The account is open."))
        #expect(
            open.output.contains("The session \(session.text) of the client app (an app on an Apple device) is valid."))
        #expect(open.output.contains("A token of Apple's for Apple Account 1 and the client com.example.app is held"))

        try await accounts("disable")
        let closed = try await account()
        #expect(closed.output.contains("The account was closed by the operator, and all sessions ended."))
        #expect(closed.output.contains("(an app on an Apple device) ended because of account_disabled."))
        #expect(closed.output.contains("Meaning: The account is disabled."))
        #expect(closed.output.contains("What to do: Ask the operator of the service."))
        #expect(closed.output.contains("No session is valid."))

        try await accounts("delete", "--yes")
        let gone = try await account()
        #expect(gone.status == 0 && gone.output.contains("There is no account with this ID any more."))
        #expect(gone.output.contains("The account was deleted by the operator with everything in it"))
        #expect(gone.output.contains("The revocation of Apple's token for the client com.example.app waits since"))

        for name in Self.names {
            for ended in [open, closed, gone] { #expect(!ended.output.contains(name) && !ended.errors.contains(name)) }
        }
    }

    @Test func `the same is printed as data`() async throws {
        struct Told: Decodable {
            struct Sentence: Decodable {
                struct Refusal: Decodable {
                    let code: String
                    let meaning: String?
                }
                let time: String?
                let event: String
                let sentence: String
                let session: String?
                let refusal: Refusal?
            }
            let account: String
            let history: [Sentence]
            let present: [Sentence]
        }
        try await accounts("disable")
        let (ended, text) = (try await account("--json"), try await account())
        let told = try JSONDecoder().decode(Told.self, from: Data(ended.output.utf8))
        #expect(ended.status == 0 && told.account == id.text)
        #expect(told.history.first?.event == "signed_in" && told.history.first?.session == session.text)
        #expect(told.present.first?.refusal?.code == "account_disabled")
        #expect((told.history + told.present).allSatisfy { $0.time?.hasSuffix("Z") == true })
        for sentence in told.history where !sentence.event.hasPrefix("in\u{1B}") {
            #expect(text.output.contains(sentence.sentence))
        }
        for name in Self.names { #expect(!ended.output.contains(name)) }
    }

    @Test func `an account that nobody knows is no, and what is no id is wrong usage`() async throws {
        let absent = try await Program.siwa.run([
            "explain", "account", "--config", config, AccountID(high: 9, low: 9).text,
        ])
        #expect(absent.status == 1 && absent.output.isEmpty && absent.errors == "no such account\n")
        #expect(try await Program.siwa.run(["explain", "account", "--config", config, "x"]).status == 2)
    }

    @Test func `a period is told in numbers, from its beginning up to its end`() async throws {
        let now = Date()
        let (hourAgo, hourAhead) = (
            String(Int(now.timeIntervalSince1970) - 3_600), String(Int(now.timeIntervalSince1970) + 3_600)
        )
        try await accounts("disable")
        let ended = try await period(hourAgo, hourAhead)
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.output.contains("There was 1 sign-in. Outcomes: new 1. Platforms: native 1."))
        #expect(ended.output.contains("There was 1 closed account. Outcomes: operator 1."))
        #expect(ended.output.contains("There was 1 entry of in\\u001b[2Jvented."))
        let data = try await period(hourAgo, hourAhead, "--json")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(data.output.utf8)) as? [String: Any])
        #expect((json["events"] as? [Any])?.count == 3 && (json["refusals"] as? [Any])?.isEmpty == true)
        #expect((json["from"] as? String)?.hasSuffix("Z") == true)

        let before = try await period("2020-01-01", "2020-01-02T00:00:00+01:00")
        #expect(before.status == 1 && before.output.isEmpty)
        #expect(before.errors.contains("the audit is kept since") && before.errors.contains("records nothing"))
    }

    @Test(arguments: [["yesterday", "today"], ["2026-03-02", "2026-03-01"], ["2026-03-01", "2026-03-01"], ["1"]])
    func `what is no period is wrong usage`(_ times: [String]) async throws {
        let ended = try await Program.siwa.run(["explain", "period", "--config", config] + times)
        #expect(ended.status == 2 && ended.output.isEmpty)
    }

    private static let log = """
        {"base_url":"http://localhost:8080"}
        2026-03-01T12:00:00+0000 info siwa: code=attempt_expired request_id=0123456789abcdef [SignInServer] refused
        2026-03-01T12:00:00+0000 info siwa: code=rate_limited request_id=fedcba9876543210 [SignInServer] refused
        2026-03-01T13:00:00+0100 info siwa: method=POST milliseconds=1.25 path=/v1/native/sign-in \
        request_id=0123456789abcdef status=410 [SignInServer] request
        2026-03-01T12:00:00+0000 warning siwa: code=x\u{1B}[2J request_id=0123456789abcdef [SignInServer] new\u{202E}

        """

    @Test func `a request is told from a file and from standard input`() async throws {
        let path = try folder.write(Self.log, to: "siwa.log")
        let file = try await Program.siwa.run(["explain", "request", "0123456789abcdef", "--log", path])
        #expect(file.status == 0, "\(file.errors)")
        #expect(
            file.lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
                "The log on the request 0123456789abcdef",
                "2026-03-01T12:00:00.000Z  The request was refused with attempt_expired.",
                "Meaning: The sign-in was begun too long ago. The limit is ten minutes unless configured otherwise.",
                "What to do: Begin a new sign-in.",
                "2026-03-01T12:00:00.000Z  The service answered POST /v1/native/sign-in with the status 410 after 1.3 ms.",
                "2026-03-01T12:00:00.000Z  The service logged: new\\u202e (x\\u001b[2J).",
            ])
        let input = try await Program.siwa.run(
            ["explain", "request", "0123456789abcdef", "--log", "-"], input: Self.log)
        #expect(input.status == 0 && input.output == file.output)
        let data = try await Program.siwa.run(
            ["explain", "request", "0123456789abcdef", "--log", "-", "--json"], input: Self.log)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(data.output.utf8)) as? [String: Any])
        #expect(json["request"] as? String == "0123456789abcdef" && (json["log"] as? [Any])?.count == 3)
    }

    @Test func `a request that the log does not have is no, and what cannot be read is wrong usage`() async throws {
        let absent = try await Program.siwa.run(
            ["explain", "request", "0000000000000000", "--log", "-"], input: Self.log)
        #expect(absent.status == 1 && absent.output.isEmpty && absent.errors.contains("no line of the log"))
        let path = folder.url.appending(path: "absent.log").path
        #expect(try await Program.siwa.run(["explain", "request", "0123456789abcdef", "--log", path]).status == 2)
        for id in ["0123", "0123456789ABCDEF", "0123456789abcdeg"] {
            #expect(try await Program.siwa.run(["explain", "request", id, "--log", "-"], input: Self.log).status == 2)
        }
    }
}
