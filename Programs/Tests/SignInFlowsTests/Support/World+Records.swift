import AccountStorage
import TestDoubles

@testable import SignInFlows

extension World {
    func identity(of person: Person, team: String = "TEAM000001") -> IdentityID {
        .derived(issuer: apple.issuer, teamID: team, subject: person.subject)
    }

    func grant(of person: Person, clientID: String) async throws -> AppleGrant? {
        let id = identity(of: person)
        return try await read { transaction throws(StorageFailure) in try transaction.findGrant(id, client: clientID) }
    }

    func replacedGrants(of person: Person) async throws -> [ReplacedGrant] {
        let id = identity(of: person)
        return try await read { transaction throws(StorageFailure) in try transaction.findReplacedGrants(of: id) }
    }

    func keptName(of person: Person) async throws -> KeptName? {
        let id = identity(of: person)
        return try await read { transaction throws(StorageFailure) in try transaction.findKeptName(id) }
    }

    func account(of person: Person) async throws -> Account? {
        let id = identity(of: person)
        return try await read { transaction throws(StorageFailure) in
            guard let identity = try transaction.findIdentity(id) else { return nil }
            return try transaction.findAccount(identity.accountID)
        }
    }

    /// The audit entries of an account, newest first: each event with its reason.
    func history(_ account: AccountID) async throws -> [String] {
        try await read { transaction throws(StorageFailure) in
            try transaction.findAudit(of: account, before: nil, limit: 100)
        }.map { [$0.event, $0.reason].compactMap { $0 }.joined(separator: " ") }
    }

    func session(_ id: SessionID) async throws -> Session? {
        try await read { transaction throws(StorageFailure) in try transaction.findSession(id) }
    }

    /// The same service on another database.
    func environment(on database: any AccountDatabase) -> SignInEnvironment {
        SignInEnvironment(
            publicURL: environment.publicURL, clients: environment.clients, database: database,
            now: environment.now, randomBytes: environment.randomBytes, secrets: environment.secrets,
            accessTokens: environment.accessTokens, language: environment.language(), policy: environment.policy)
    }

    /// The same service, but it cannot sign access tokens.
    var environmentWithoutSigning: SignInEnvironment {
        var accessTokens = environment.accessTokens
        accessTokens.sign = { _ in nil }
        return SignInEnvironment(
            publicURL: environment.publicURL, clients: environment.clients, database: environment.database,
            now: environment.now, randomBytes: environment.randomBytes, secrets: environment.secrets,
            accessTokens: accessTokens, language: environment.language(), policy: environment.policy)
    }

    /// The same service with another random source.
    func environment(drawing randomBytes: @escaping @Sendable (Int) -> [UInt8]) -> SignInEnvironment {
        SignInEnvironment(
            publicURL: environment.publicURL, clients: environment.clients, database: environment.database,
            now: environment.now, randomBytes: randomBytes, secrets: environment.secrets,
            accessTokens: environment.accessTokens, language: environment.language(), policy: environment.policy)
    }

    /// The same service, but its random source returns too few bytes for the nonces of a sign-in, which come last. So
    /// nothing can be sealed.
    var environmentWithoutSealing: SignInEnvironment {
        let randomBytes = environment.randomBytes
        return environment(drawing: { count in
            randomBytes(count == SignInDraw.blockLength ? count - 3 * TokenVault.nonceLength : count)
        })
    }

    func disable(_ account: Account) async throws {
        var disabled = account
        disabled.disabledAt = clock.now
        let row = disabled
        try await write { transaction throws(StorageFailure) in try transaction.recordAccount(row) }
    }
}
