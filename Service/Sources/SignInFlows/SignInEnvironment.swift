public import AccountStorage
public import Foundation

/// All that a flow may touch: configuration, database, clock, randomness and secrets are passed in, nothing is global.
public struct SignInEnvironment: Sendable {
    /// The address of this service.
    public let publicURL: PublicURL
    /// The clients that may sign in.
    public let clients: ClientDirectory
    /// Where accounts, sessions and attempts are stored.
    public let database: any AccountDatabase
    /// The clock.
    public let now: @Sendable () -> Date
    /// Returns as many random bytes as asked for; must be a cryptographic source.
    public let randomBytes: @Sendable (Int) -> [UInt8]
    /// Keys that are not in the database.
    public let secrets: ServerSecrets
    /// Issues and verifies our access tokens.
    public let accessTokens: AccessTokens
    /// Lifetimes and limits.
    public let policy: SignInPolicy
    /// Where passwords are hashed.
    public let hashing: HashingPlaces
    /// When a wrong password is answered.
    public let answers: PacedAnswers
    /// Told at each named point of a sign-in, and awaited there.
    public let observe: @Sendable (SignInStep) async -> Void
    /// Told what an operator should know although, or because, a request was answered.
    public let report: @Sendable (SignInIncident) -> Void

    /// Collects what the flows need.
    public init(
        publicURL: PublicURL,
        clients: ClientDirectory,
        database: any AccountDatabase,
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        secrets: ServerSecrets,
        accessTokens: AccessTokens,
        policy: SignInPolicy = SignInPolicy(),
        hashing: HashingPlaces = HashingPlaces(),
        answers: PacedAnswers = .atOnce,
        observe: @escaping @Sendable (SignInStep) async -> Void = { _ in },
        report: @escaping @Sendable (SignInIncident) -> Void = { _ in }
    ) {
        self.publicURL = publicURL
        self.clients = clients
        self.database = database
        self.now = now
        self.randomBytes = randomBytes
        self.secrets = secrets
        self.accessTokens = accessTokens
        self.policy = policy
        self.hashing = hashing
        self.answers = answers
        self.observe = observe
        self.report = report
    }
}

/// Printed by whoever prints a part of the service, a library's log of what it runs above all.
extension SignInEnvironment: CustomStringConvertible, CustomReflectable {
    /// The address, and nothing of what the flows work with.
    public var description: String { "SignInEnvironment(\(publicURL.origin))" }

    /// Shows nothing to `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension SignInEnvironment {
    /// Transactions that met another writer are tried this often before the caller is asked to come back.
    private static let transactionTries = 3

    /// The present moment in whole milliseconds, as databases keep it, so that what is returned equals what is stored.
    var instant: Date {
        now().inWholeMilliseconds
    }

    /// Runs a transaction whose value may be a refusal; a refusal can be kept, when it left something behind.
    func transact<Value: Sendable>(
        _ body:
            @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Value, SignInError>>
    ) async throws(SignInError) -> Value {
        var tries = 1
        while true {
            switch await attempt(body) {
            case .success(let result): return try result.get()
            case .failure(.conflict) where tries < SignInEnvironment.transactionTries: tries += 1
            case .failure(let failure): throw SignInError(failure, retryAfter: policy.retryAfter)
            }
        }
    }

    private func attempt<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async -> Result<Value, StorageFailure> {
        do throws(StorageFailure) {
            return .success(try await database.transaction(body))
        } catch {
            return .failure(error)
        }
    }
}
