public import Foundation

/// The kit's settings for an app and its backend.
public struct SignInConfiguration: Sendable {
    /// The app's backend. Nil means the sign-in service at ``server``.
    public var backend: (any SignInBackend)?
    /// The service's public address: https, or http on this machine or an origin of ``plainOrigins``. It is not used if
    /// there is another ``backend``.
    public var server: URL
    /// This app's name in the service's configuration. Sessions belong to it: with another name everybody has to sign
    /// in again.
    public var client: String
    /// The scopes to request. An empty set is allowed.
    public var scopes: Set<RequestedScope>
    /// The app's own login with passwords, if it has one.
    public var passwordLogin: (any PasswordLogin)?
    /// Whether a password that the person chooses from their keychain is sent to the service, which must have passwords
    /// enabled, or to another backend that is a ``PasswordLogin``. ``passwordLogin`` replaces it.
    public var signsInWithPasswords = false
    /// Whether the person is asked before an account is made, if the backend wants it: they may have one already that it
    /// cannot recognise, for instance because they hide their address. The state is ``SignInState/asking(_:)`` then.
    public var asksBeforeNewAccount = true
    /// Further origins that may be called without TLS, such as `http://192.168.1.20:8080`, for a service on the
    /// developer's machine. Only for development: tokens cross the network unencrypted. The app's `Info.plist` must
    /// allow it, too (`NSAllowsLocalNetworking`).
    public var plainOrigins: Set<String> = []
    /// When the service must confirm a revocation that the device reports.
    public var revocationTrust: RevocationTrust
    /// Receives events that an app may want to count or log.
    public var observe: @Sendable (SignInIncident) -> Void

    /// Creates a configuration that requests name and address.
    public init(server: URL, client: String) {
        self.server = server
        self.client = client
        scopes = [.fullName, .email]
        revocationTrust = .standard
        observe = { _ in }
    }

    /// Creates the defaults for another backend than the sign-in service.
    public init(backend: any SignInBackend) {
        self.init(server: URL(fileURLWithPath: "/"), client: "")
        self.backend = backend
    }

    func backend(
        _ transport: any ServiceTransport, now: @escaping @Sendable () -> Date
    ) throws(SignInFailure) -> any SignInBackend {
        if let backend { return backend }
        return try SignInService(
            address: server, client: client, transport: transport, allowsPlainHTTPTo: plainOrigins, now: now)
    }

    func policy(for device: any AppleDevice, takesPasswords: Bool) -> SignInLifeCycle.Policy {
        var policy = SignInLifeCycle.Policy(
            scopes: scopes, takesPasswords: takesPasswords, revocationTrust: revocationTrust)
        policy.searchesQuietly = device.canSearchQuietly
        policy.closesSheets = device.canCloseSheet
        return policy
    }
}

/// The kit's clock. Tests pass another one.
public struct SignInClock: Sendable {
    /// Returns the current time.
    public var now: @Sendable () -> Date
    /// Waits for this many seconds. Throws early if the task is cancelled.
    public var sleep: @Sendable (Double) async throws -> Void

    /// Creates a custom clock.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Double) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's clock.
    public static let system = SignInClock(
        now: { Date() }, sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000)) })
}

extension SignInClock {
    /// Asks a question that may never be answered. If time runs out, the question is cancelled, and the other answer is
    /// returned.
    func answer<Answer: Sendable>(
        within seconds: Double, otherwise other: Answer, _ question: @escaping @Sendable () async -> Answer
    ) async -> Answer {
        let (answers, first) = AsyncStream.makeStream(of: Answer.self)
        let asking = Task { first.yield(await question()) }
        let limit = Task {
            try await sleep(seconds)
            first.yield(other)
        }
        defer {
            asking.cancel()
            limit.cancel()
        }
        for await answer in answers { return answer }
        return other
    }
}
