import Foundation
public import Observation

/// The sign-in of an app, for views of SwiftUI that use the Observation framework. It follows the whole life cycle from
/// its first use.
///
/// For systems before iOS 17, macOS 14, tvOS 17 and watchOS 10, use `SignInModel`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
@Observable
public final class ObservableSignInModel: LaunchingModel {
    /// The current state, and the last failure.
    public var status: SignInStatus {
        _ = following
        return shown
    }

    private var shown: SignInStatus

    /// The underlying client, or nil if tokens may not be sent to the service's address.
    @ObservationIgnored public let client: SignInClient?

    /// Whether the storage could not be read when the app started. The model does not wait for it any longer then:
    /// after a tap, the client starts without it.
    private(set) var isStorageUnreadable = false

    /// Begins with the first use. SwiftUI makes a model in `@State` each time it makes the view, and drops all but the
    /// first one, so an initializer may not begin anything.
    /// (https://developer.apple.com/documentation/swiftui/state, "Store observable objects")
    @ObservationIgnored private lazy var following = Following(client.map { follow($0) } ?? [])

    /// Creates a model for any client. A test passes a client with its own device. Nothing happens before the first use.
    public init(client: SignInClient) {
        self.client = client
        shown = SignInStatus(state: .unknown)
    }

    private func follow(_ client: SignInClient) -> [Task<Void, Never>] {
        [
            Task { [weak self] in
                for await status in await client.statuses() { self?.shown = status }
            },
            Task { [weak self] in
                await client.follow(AppSignal.stream()) { [weak self] launched in
                    if launched.state == .unknown { self?.isStorageUnreadable = true }
                }
            },
        ]
    }

    /// The client, which is followed from now on.
    private var followed: SignInClient? {
        _ = following
        return client
    }

    /// Creates a model that shows a status and does nothing.
    package init(previewing status: SignInStatus) {
        client = nil
        shown = status
    }

    /// Whether it is not known yet if somebody is signed in. Without a client it will never be.
    var isReadingStorage: Bool { client != nil && status.state == .unknown && !isStorageUnreadable }

    /// The person who may use the app.
    public var person: SignedInPerson? { status.state.person }

    /// Shows Apple's sheet and waits for the backend.
    public func signIn() async { await followed?.signIn() }

    /// Shows Apple's sheet, and leads to the account that a ticket of the app's own server names.
    public func signIn(linking ticket: LinkTicket) async { await followed?.signIn(linking: ticket) }

    /// Shows Apple's sheet, which first offers the Apple Account of somebody who has signed in, and saved passwords.
    public func signIn(offeringPasswords: Bool) async { await followed?.signIn(offeringPasswords: offeringPasswords) }

    /// Signs in with a password that the person has typed.
    public func signIn(with password: PasswordCredential) async { await followed?.signIn(with: password) }

    /// Answers the question of the state ``SignInState/asking(_:)``.
    public func answer(_ answer: AccountAnswer) async { await followed?.answer(answer) }

    /// Adds the Apple Account of this device to the account.
    public func linkAppleAccount() async { await followed?.linkAppleAccount() }

    /// Replaces the password of the account by Sign in with Apple.
    public func upgradeToApple() async { await followed?.upgradeToApple() }

    /// Searches for an existing account, as ``SignInClient/findExistingAccount()`` describes. Call it before you show a
    /// form.
    public func findExistingAccount() async { await followed?.findExistingAccount() }

    /// Opens an attempt before the person taps. `SignInButton` calls it when it appears.
    public func prepare() async { await followed?.prepare() }

    /// Ends the session.
    public func signOut() async { await followed?.signOut() }

    /// Cancels a sign-in, a search or a deletion, for instance if Apple's sheet does not appear. A name that Apple
    /// returned is kept for the next sign-in.
    public func cancel() async { await followed?.cancel() }

    /// Asks the person to authenticate again, and deletes the account.
    public func deleteAccount() async { await followed?.deleteAccount() }

    /// Returns a token for requests to your services.
    ///
    /// - Throws: ``SignInFailure``.
    public func accessToken() async throws(SignInFailure) -> Secret {
        guard let client = followed else { throw .addressRefused }
        return try await client.accessToken()
    }
}

/// A model that reads the storage when the app starts.
@MainActor
protocol LaunchingModel: AnyObject {
    /// Whether it is not known yet if somebody is signed in.
    var isReadingStorage: Bool { get }
    /// The current state, and the last failure.
    var status: SignInStatus { get }
    /// Opens an attempt before the person taps.
    func prepare() async
}
