#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    public import Combine
    public import Foundation

    /// The sign-in of an app, for views. It follows the whole life cycle from its first use.
    @MainActor
    public final class SignInModel: ObservableObject {
        /// The current state, and the last failure.
        @Published public private(set) var status = SignInStatus(state: .unknown)

        /// The underlying client, or nil if tokens may not be sent to the service's address.
        public let client: SignInClient?

        private var following: [Task<Void, Never>] = []

        /// Creates a model for this device.
        public convenience init(server: URL, client: String) {
            self.init(SignInConfiguration(server: server, client: client))
        }

        /// Creates a model for this device with a custom configuration.
        public convenience init(_ configuration: SignInConfiguration) {
            do throws(SignInFailure) {
                self.init(client: try SignInClient.system(configuration))
            } catch {
                self.init(client: nil)
                status.failure = error
            }
        }

        /// Creates a model for any client. A preview or a test passes a client with its own device.
        public init(client: SignInClient?) {
            self.client = client
            guard let client else { return }
            following = [
                Task { [weak self] in
                    for await status in await client.statuses() { self?.status = status }
                },
                Task { await client.follow() },
            ]
        }

        deinit { for task in following { task.cancel() } }

        /// The person who may use the app.
        public var person: SignedInPerson? { status.state.person }

        /// Shows Apple's sheet and waits for the service.
        public func signIn() async { await client?.signIn() }

        /// Searches silently for an account. Call it before you show a form.
        public func findExistingAccount() async { await client?.findExistingAccount() }

        /// Ends the session.
        public func signOut() async { await client?.signOut() }

        /// Asks the person to authenticate again, and deletes the account.
        public func deleteAccount() async { await client?.deleteAccount() }

        /// Returns a token for requests to your services.
        public func accessToken() async throws(SignInFailure) -> Secret {
            guard let client else { throw .addressRefused }
            return try await client.accessToken()
        }
    }
#endif
