package import AccountStorage
package import Foundation

/// All that a flow may touch: configuration, database, clock, randomness and secrets are passed in, nothing is global.
package struct SignInEnvironment: Sendable {
    /// The address of this service.
    package let publicURL: PublicURL
    /// The clients that may sign in.
    package let clients: ClientDirectory
    /// Where accounts, sessions and attempts are stored.
    package let database: any AccountDatabase
    /// The clock.
    package let now: @Sendable () -> Date
    /// Returns as many random bytes as asked for; must be a cryptographic source.
    package let randomBytes: @Sendable (Int) -> [UInt8]
    /// Keys that are not in the database.
    package let secrets: ServerSecrets
    /// Issues and verifies our access tokens.
    package let accessTokens: AccessTokens
    /// Lifetimes and limits.
    package let policy: SignInPolicy
    /// When a backup was put in the database's place: sessions from before do not count any more, since some of them
    /// were ended after the backup was made. `nil` where none ever was.
    package let restoredAt: Date?
    /// Where passwords are hashed.
    package let hashing: HashingPool
    /// When a wrong password is answered.
    package let answers: PacedAnswers
    /// Told at each named point of a sign-in, and awaited there.
    package let observe: @Sendable (SignInStep) async -> Void
    /// Told what an operator should know although, or because, a request was answered.
    package let report: @Sendable (SignInIncident) -> Void

    /// Collects what the flows need.
    package init(
        publicURL: PublicURL,
        clients: ClientDirectory,
        database: any AccountDatabase,
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        secrets: ServerSecrets,
        accessTokens: AccessTokens,
        policy: SignInPolicy = SignInPolicy(),
        restoredAt: Date? = nil,
        hashing: HashingPool = HashingPool(),
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
        self.restoredAt = restoredAt
        self.hashing = hashing
        self.answers = answers
        self.observe = observe
        self.report = report
    }
}

/// Printed by whoever prints a part of the service, a library's log of what it runs above all.
extension SignInEnvironment: CustomStringConvertible, CustomReflectable {
    /// The address, and nothing of what the flows work with.
    package var description: String { "SignInEnvironment(\(publicURL.origin))" }

    /// Shows nothing to `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SignInEnvironment {
    /// Transactions that met another writer are tried this often before the caller is asked to come back.
    private static let transactionTries = 3

    /// The present moment in whole milliseconds, as databases keep it, so that what is returned equals what is stored.
    var instant: Date {
        now().inWholeMilliseconds
    }

    /// Reads one consistent state that holds everything written before. A body that writes fails.
    ///
    /// The body throws ``AccountStorage/StorageFailure`` and ``SignInError`` only.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Value
    ) async throws(SignInError) -> Value {
        try await retrying {
            await self.outcome { () async throws(StorageFailure) in
                try await self.database.read { records throws(StorageFailure) in
                    try self.result { try body(records) }
                }
            }
        }
    }

    /// Does what ``write(_:)`` does, and takes all of it back.
    func rehearse<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Value
    ) async throws(SignInError) -> Value {
        try await transact { records throws(StorageFailure) in .discard(try self.result { try body(records) }) }
    }

    /// Keeps all the work of the body, or none of it: an error that is thrown in it takes back what it did.
    ///
    /// The body throws ``AccountStorage/StorageFailure`` and ``SignInError`` only. A refusal whose work is to be kept is
    /// returned, in a `Result`.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Value
    ) async throws(SignInError) -> Value {
        try await transact { records throws(StorageFailure) in
            switch try self.result({ try body(records) }) {
            case .success(let value): .keep(.success(value))
            case .failure(let refusal): .discard(.failure(refusal))
            }
        }
    }

    private func result<Value>(_ body: () throws -> Value) throws(StorageFailure) -> Result<Value, SignInError> {
        do {
            return .success(try body())
        } catch let failure as StorageFailure {
            throw failure
        } catch let refusal as SignInError {
            return .failure(refusal)
        } catch {
            assertionFailure("a transaction throws StorageFailure and SignInError only")
            throw .corrupt
        }
    }

    private func transact<Value: Sendable>(
        _ body:
            @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Value, SignInError>>
    ) async throws(SignInError) -> Value {
        try await retrying {
            await self.outcome { () async throws(StorageFailure) in try await self.database.transaction(body) }
        }
    }

    /// Runs a transaction, again where another writer was quicker.
    private func retrying<Value: Sendable>(
        _ run: () async -> Result<Result<Value, SignInError>, StorageFailure>
    ) async throws(SignInError) -> Value {
        var tries = 1
        while true {
            switch await run() {
            case .success(let result): return try result.get()
            case .failure(.conflict) where tries < SignInEnvironment.transactionTries: tries += 1
            case .failure(let failure): throw SignInError(failure, retryAfter: policy.retryAfter)
            }
        }
    }

    private func outcome<Value: Sendable>(
        _ work: () async throws(StorageFailure) -> Value
    ) async -> Result<Value, StorageFailure> {
        do throws(StorageFailure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
