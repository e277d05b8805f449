public import Foundation

/// What the kit must know of the app and of its sign-in service.
public struct SignInConfiguration: Sendable {
    /// The service's public address; https, or http of this machine.
    public var server: URL
    /// This app's name in the service's configuration. Sessions belong to it: under another name everybody signs in again.
    public var client: String
    /// What to ask the person for; asking for nothing is fine.
    public var scopes: Set<RequestedScope>
    /// The app's own login with passwords, where it has one.
    public var passwordLogin: (any PasswordLogin)?
    /// When the device is not believed that a permission is gone.
    public var revocationTrust: RevocationTrust
    /// Gets what an app may want to count or log.
    public var observe: @Sendable (SignInIncident) -> Void

    /// A configuration that asks for name and address.
    public init(server: URL, client: String) {
        self.server = server
        self.client = client
        scopes = [.fullName, .email]
        revocationTrust = .standard
        observe = { _ in }
    }

    var policy: SignInLifeCycle.Policy {
        SignInLifeCycle.Policy(
            scopes: scopes, takesPasswords: passwordLogin != nil, revocationTrust: revocationTrust)
    }
}

/// Time, as the kit sees it; tests give another one.
public struct SignInClock: Sendable {
    /// The time.
    public var now: @Sendable () -> Date
    /// Waits so many seconds; ends early, by throwing, when the task is cancelled.
    public var sleep: @Sendable (Double) async throws -> Void

    /// A time of one's own.
    public init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Double) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    /// The system's.
    public static let system = SignInClock(
        now: { Date() }, sleep: { try await Task.sleep(nanoseconds: UInt64($0 * 1_000_000_000)) })
}
