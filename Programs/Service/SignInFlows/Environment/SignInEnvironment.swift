package import AccountStorage
package import Foundation

/// Everything that a flow may use: configuration, database, clock, randomness and secrets. Nothing is global.
///
/// Nothing in it changes. It is a class because each step of a flow holds it, and a copy would copy twenty references.
package final class SignInEnvironment: Sendable {
    /// The address of this service.
    package let publicURL: PublicURL
    /// The name that people know this service by; nil if it has none but its host.
    package let serviceName: String?
    /// The clients that may sign in.
    package let clients: ClientDirectory
    /// Where accounts, sessions and attempts are stored.
    package let database: any AccountDatabase
    /// The clock.
    package let now: @Sendable () -> Date
    /// Returns the given number of random bytes. Must be a cryptographic source.
    package let randomBytes: @Sendable (Int) -> [UInt8]
    /// Keys that are not in the database.
    package let secrets: ServerSecrets
    /// Issues and verifies the service's access tokens.
    package let accessTokens: AccessTokens
    /// The clients and keys of the OpenID Provider; nil if the service is none.
    package let openID: OpenIDProvider?
    /// Chooses the language of the person whom a flow serves. It is called only when something has to be written in it.
    let language: @Sendable () -> Language
    /// Names the browser that a person uses, for the list of sessions. It is called only when a session begins.
    let browserName: @Sendable () -> String?
    /// Takes from the budget of an activity, and returns the seconds to wait if it is used up. Unlimited unless
    /// ``limiting(_:)`` sets it.
    let budget: @Sendable (_ activity: AccountActivity, _ owner: [UInt8]) -> Int?
    /// Lifetimes and limits.
    package let policy: SignInPolicy
    /// When the database was last replaced with a backup; `nil` if never. Sessions from before are invalid, because
    /// some of them ended after the backup was made.
    package let restoredAt: Date?
    /// The pool that hashes passwords.
    package let hashing: HashingPool
    /// Decides when a wrong password is answered.
    package let answers: PacedAnswers
    /// Called and awaited at each named point of a sign-in.
    package let observe: @Sendable (SignInStep) async -> Void
    /// Called with incidents that an operator should know about.
    package let report: @Sendable (SignInIncident) -> Void

    /// Collects what the flows need.
    package init(
        publicURL: PublicURL,
        serviceName: String? = nil,
        clients: ClientDirectory,
        database: any AccountDatabase,
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8],
        secrets: ServerSecrets,
        accessTokens: AccessTokens,
        openID: OpenIDProvider? = nil,
        language: Language,
        policy: SignInPolicy = SignInPolicy(),
        restoredAt: Date? = nil,
        hashing: HashingPool = HashingPool(),
        answers: PacedAnswers = .atOnce,
        observe: @escaping @Sendable (SignInStep) async -> Void = { _ in },
        report: @escaping @Sendable (SignInIncident) -> Void = { _ in }
    ) {
        self.publicURL = publicURL
        self.serviceName = serviceName
        self.clients = clients
        self.database = database
        self.now = now
        self.randomBytes = randomBytes
        self.secrets = secrets
        self.accessTokens = accessTokens
        self.openID = openID
        self.language = { language }
        browserName = { nil }
        budget = { _, _ in nil }
        self.policy = policy
        self.restoredAt = restoredAt
        self.hashing = hashing
        self.answers = answers
        self.observe = observe
        self.report = report
    }

    /// The same as another environment, except for what is not nil.
    private init(
        _ other: SignInEnvironment,
        language: (@Sendable () -> Language)? = nil,
        browserName: (@Sendable () -> String?)? = nil,
        budget: (@Sendable (_ activity: AccountActivity, _ owner: [UInt8]) -> Int?)? = nil
    ) {
        publicURL = other.publicURL
        serviceName = other.serviceName
        clients = other.clients
        database = other.database
        now = other.now
        randomBytes = other.randomBytes
        secrets = other.secrets
        accessTokens = other.accessTokens
        openID = other.openID
        self.language = language ?? other.language
        self.browserName = browserName ?? other.browserName
        self.budget = budget ?? other.budget
        policy = other.policy
        restoredAt = other.restoredAt
        hashing = other.hashing
        answers = other.answers
        observe = other.observe
        report = other.report
    }
}

extension SignInEnvironment {
    /// The same environment for a person with another language.
    package func speaking(_ language: @escaping @Sendable () -> Language) -> SignInEnvironment {
        SignInEnvironment(self, language: language)
    }

    /// The same environment for a person with this browser.
    package func seen(from browser: @escaping @Sendable () -> String?) -> SignInEnvironment {
        SignInEnvironment(self, browserName: browser)
    }

    /// The browser of a session on a platform. An app signs in with the browser's window, but its session is its own.
    func browser(on platform: Platform) -> String? { platform == .web ? browserName() : nil }
}

extension SignInEnvironment {
    /// The same environment with budgets for what people do.
    package func limiting(
        _ budget: @escaping @Sendable (_ activity: AccountActivity, _ owner: [UInt8]) -> Int?
    ) -> SignInEnvironment {
        SignInEnvironment(self, budget: budget)
    }
}

/// Redacted, because it may be printed as a part of a service, for example in a library's log.
extension SignInEnvironment: CustomStringConvertible, CustomReflectable {
    /// Prints the address only.
    package var description: String { "SignInEnvironment(\(publicURL.origin))" }

    /// Shows nothing to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension SignInEnvironment {
    /// How often a transaction that conflicts with another writer is tried before the caller has to retry later.
    private static let transactionTries = 3

    /// The current time in whole milliseconds, as databases store it, so that returned values equal stored ones.
    var instant: Date {
        now().inWholeMilliseconds
    }

    /// Reads a consistent state that contains everything written before. A body that writes fails.
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

    /// Does the same as ``write(_:)``, then rolls everything back.
    func rehearse<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws -> Value
    ) async throws(SignInError) -> Value {
        try await transact { records throws(StorageFailure) in .discard(try self.result { try body(records) }) }
    }

    /// Runs the body in a transaction. An error that it throws rolls everything back.
    ///
    /// The body throws ``AccountStorage/StorageFailure`` and ``SignInError`` only. To refuse and still keep its
    /// changes, it returns the refusal in a `Result`.
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

    /// Runs a transaction, and retries it after a conflict with another writer.
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
