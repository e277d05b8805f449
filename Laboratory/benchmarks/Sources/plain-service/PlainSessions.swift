import Crypto
import Foundation
import GRDB
import Hummingbird
import JWTKit

/// The request is refused.
struct PlainRefusal: Error {}

/// Accounts and sessions in SQLite: a write-ahead log, `synchronous = FULL`, and one write for each request that
/// changes something.
struct PlainSessions: Sendable {
    static let audience = "com.example.app"
    static let issuer = "http://plain.example"

    let apple: JWTKeyCollection
    let ours: JWTKeyCollection
    private let database: DatabasePool

    init(path: String, apple: JWTKeyCollection, ours: JWTKeyCollection) throws {
        var configuration = Configuration()
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        database = try DatabasePool(path: path, configuration: configuration)
        (self.apple, self.ours) = (apple, ours)
        try database.write { database in
            try database.create(table: "account", options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                table.column("subject", .text).notNull().unique()
                table.column("email", .text)
            }
            try database.create(table: "session", options: .ifNotExists) { table in
                table.primaryKey("id", .text)
                table.column("accountID", .text).notNull().indexed()
                table.column("refreshHash", .text).notNull().unique()
                table.column("previousHash", .text).indexed()
                table.column("expiresAt", .datetime).notNull()
            }
        }
    }

    func signIn(_ message: SignInMessage) async throws -> SessionMessage {
        let claims = try await apple.verify(message.identityToken, as: AppleIdentityToken.self)
        try claims.audience.verifyIntendedAudience(includes: Self.audience)
        guard claims.nonce == Self.hash(message.nonce) else { throw PlainRefusal() }
        let refresh = Self.random()
        let (account, session) = try await database.write { database in
            let known = try PlainAccount.filter { $0.subject == claims.subject.value }.fetchOne(database)
            let account =
                known ?? PlainAccount(id: UUID().uuidString, subject: claims.subject.value, email: claims.email)
            if known == nil { try account.insert(database) }
            let session = PlainSession(
                id: UUID().uuidString, accountID: account.id, refreshHash: Self.hash(refresh), previousHash: nil,
                expiresAt: Date().addingTimeInterval(60 * 86_400))
            try session.insert(database)
            return (account, session)
        }
        return try await reply(account, session, refresh)
    }

    /// Refreshes a session. A refresh token that was used before ends its session.
    func refresh(_ message: RefreshMessage) async throws -> SessionMessage {
        let (hash, refresh) = (Self.hash(message.refreshToken), Self.random())
        let found = try await database.write { database -> (PlainAccount, PlainSession)? in
            if let reused = try PlainSession.filter({ $0.previousHash == hash }).fetchOne(database) {
                try reused.delete(database)
                return nil
            }
            guard var session = try PlainSession.filter({ $0.refreshHash == hash }).fetchOne(database),
                session.expiresAt > Date(), let account = try PlainAccount.fetchOne(database, key: session.accountID)
            else { return nil }
            (session.previousHash, session.refreshHash) = (hash, Self.hash(refresh))
            try session.update(database)
            return (account, session)
        }
        guard let (account, session) = found else { throw PlainRefusal() }
        return try await reply(account, session, refresh)
    }

    func check(_ token: String) async throws -> AccountMessage {
        let claims = try await ours.verify(token, as: AccessClaims.self)
        let account = try await database.read { database -> PlainAccount? in
            guard try PlainSession.exists(database, key: claims.sid) else { return nil }
            return try PlainAccount.fetchOne(database, key: claims.sub.value)
        }
        guard let account else { throw PlainRefusal() }
        return AccountMessage(id: account.id, email: account.email)
    }

    private func reply(
        _ account: PlainAccount, _ session: PlainSession, _ refresh: String
    ) async throws -> SessionMessage {
        let claims = AccessClaims(
            iss: IssuerClaim(value: Self.issuer), sub: SubjectClaim(value: account.id), sid: session.id,
            exp: ExpirationClaim(value: Date().addingTimeInterval(300)))
        return SessionMessage(
            accessToken: try await ours.sign(claims, kid: "plain"), refreshToken: refresh,
            account: AccountMessage(id: account.id, email: account.email))
    }

    private static func random() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }.base64EncodedString()
    }

    private static func hash(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }
}

private struct PlainAccount: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "account"
    enum Columns {
        static let subject = Column("subject")
    }

    var id: String
    var subject: String
    var email: String?
}

private struct PlainSession: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "session"
    enum Columns {
        static let refreshHash = Column("refreshHash")
        static let previousHash = Column("previousHash")
    }

    var id: String
    var accountID: String
    var refreshHash: String
    var previousHash: String?
    var expiresAt: Date
}

private struct AccessClaims: JWTPayload {
    let iss: IssuerClaim
    let sub: SubjectClaim
    let sid: String
    let exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) throws {
        try exp.verifyNotExpired()
        guard iss.value == PlainSessions.issuer else { throw PlainRefusal() }
    }
}

struct AccountMessage: ResponseEncodable {
    let id: String
    let email: String?
}

struct SessionMessage: ResponseEncodable {
    let accessToken: String
    let refreshToken: String
    let account: AccountMessage

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case account
    }
}
