import AccountStorage
import ChildPrograms
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// A service that has its database open, and the file to which `siwa accounts export-all` writes its accounts.
final class ExportWorld {
    static let ada = AccountID(high: 7, low: 1)
    static let client = "com.example.app"
    static let subject = "001234.dddddddddddddddddddddddddddddddd.0004"
    static let hash = "$scrypt$ln=17,r=8,p=1$c2FsdA$aGFzaA"

    let folder: TemporaryFolder
    let config: String
    private let service: LivingService
    private let start = Date(millisecondsSince1970: 1_790_000_000_000)

    init() async throws {
        folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
        service = try await LivingService(in: folder, clock: TestClock(Date()))
    }

    var file: String { folder.url.path + "/export.jsonl" }

    func export(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["accounts", "export-all", "--config", config, file] + arguments)
    }

    func siwaAccounts(_ command: String, _ account: String) async throws -> Program.Ended {
        try await Program.siwa.run(["accounts", command, "--config", config, account])
    }

    /// The lines of the file, each read strictly.
    func lines() throws -> [JSONObject] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.isEmpty || text.hasSuffix("\n"))
        return try text.split(separator: "\n").map { line in
            try StrictJSONReader.readObject(Array(line.utf8), limits: TokenLimits(maximumBytes: .max))
        }
    }

    /// Files whose names begin like the export's.
    func written() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { $0.hasPrefix("export.jsonl") }
    }

    private func account(_ id: AccountID, name: String? = nil) -> Account {
        Account(
            id: id, givenName: name, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
            createdAt: start, disabledAt: nil)
    }

    /// Stores accounts without anything in them.
    func keep(_ ids: [AccountID]) async throws {
        let accounts = ids.map { account($0) }
        try await service.keep { records throws(StorageFailure) in
            for account in accounts { try records.recordAccount(account) }
        }
    }

    /// Stores an account with a password, a session and Apple's token, or with other bytes in the token's place.
    func keepAda(sealed other: [UInt8]? = nil) async throws {
        let now = start
        let person = account(Self.ada, name: "Ada\u{202E}\n\"Byron\"")
        let identity = AppleIdentity(
            id: IdentityID(high: 3, low: 1), accountID: Self.ada, issuer: "https://appleid.apple.com",
            teamID: "ABCDE12345", subject: Self.subject, createdAt: now)
        let sealed = try #require(
            service.parts.environment.secrets.vault.seal(
                Array("r-secret".utf8), for: .refreshToken(identity.id, clientID: Self.client),
                nonce: Array(repeating: 7, count: 12)))
        let grants = [
            AppleGrant(
                identityID: identity.id, clientID: Self.client, sealedRefreshToken: other ?? sealed, obtainedAt: now),
            AppleGrant(identityID: identity.id, clientID: "web", sealedRefreshToken: nil, obtainedAt: now),
        ]
        let password = StoredPassword(accountID: Self.ada, hash: Self.hash, changedAt: now)
        let session = Session(
            id: SessionID(high: 1, low: 1), accountID: Self.ada, clientID: "app", platform: .native, createdAt: now,
            authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: .distantFuture, endedAt: nil)
        try await service.keep { records throws(StorageFailure) in
            try records.recordAccount(person)
            try records.recordIdentity(identity)
            for grant in grants { try records.recordGrant(grant) }
            try records.recordPassword(password)
            try records.recordSession(session)
        }
    }
}

extension JSONObject {
    /// The account of an export.
    var accountID: String? { self["account"]?.object?.text("id") }

    /// An export without its time and its history, which are different in every export.
    var lasting: JSONObject { JSONObject(members.filter { $0.name != "exported_at" && $0.name != "audit" }) }
}
