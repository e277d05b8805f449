#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    public import Combine
    public import Foundation

    /// The sign-in of an app, for views: follows the whole life cycle from its first use.
    @MainActor
    public final class SignInModel: ObservableObject {
        /// Where the person stands, and what went wrong last.
        @Published public private(set) var status = SignInStatus(state: .unknown)

        /// What carries it out; nil when the service's address is not one that tokens may be sent to.
        public let client: SignInClient?

        private var following: [Task<Void, Never>] = []

        /// A model of this device.
        public convenience init(server: URL, client: String) {
            self.init(SignInConfiguration(server: server, client: client))
        }

        /// A model of this device, with everything to choose.
        public convenience init(_ configuration: SignInConfiguration) {
            do throws(SignInFailure) {
                self.init(client: try SignInClient.system(configuration))
            } catch {
                self.init(client: nil)
                status.failure = error
            }
        }

        /// A model of any client; a preview or a test gives one with a device of its own.
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

        /// Who may use the app.
        public var person: SignedInPerson? { status.state.person }

        /// Shows Apple's sheet and waits for the service.
        public func signIn() async { await client?.signIn() }

        /// Looks silently for an account; call it before a form is shown.
        public func findExistingAccount() async { await client?.findExistingAccount() }

        /// Ends the session.
        public func signOut() async { await client?.signOut() }

        /// Has the person prove themselves once more, and deletes the account.
        public func deleteAccount() async { await client?.deleteAccount() }

        /// A token for requests to your services.
        public func accessToken() async throws(SignInFailure) -> Secret {
            guard let client else { throw .addressRefused }
            return try await client.accessToken()
        }
    }
#endif
