#if canImport(AuthenticationServices) && canImport(Security)
    public import Foundation
    import SignInAPI

    /// The kit for callers in Objective-C, where it is called `SIKSignIn`. Blocks run on the main queue.
    #if canImport(ObjectiveC)
        @objc(SIKSignIn)
    #endif
    @MainActor
    public final class SignInFace: NSObject {
        private let client: SignInClient
        private var following: Task<Void, Never>?

        /// Follows the whole life cycle on this device.
        ///
        /// - Throws: an error of the domain ``errorDomain`` for an address that tokens may not be sent to.
        #if canImport(ObjectiveC)
            @objc(initWithServer:client:error:)
        #endif
        public init(server: URL, client name: String) throws {
            do throws(SignInFailure) {
                client = try SignInClient.system(SignInConfiguration(server: server, client: name))
            } catch {
                throw Self.error(error)
            }
            super.init()
            following = Task { [client] in await client.follow() }
        }

        deinit { following?.cancel() }

        /// The domain of the kit's errors; the stable code stands in their user info as `code`.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public nonisolated static let errorDomain = "SignInKit"

        /// Calls back with the identifier of the account that is signed in, at once and at every change; nil for nobody.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public func observeAccount(_ block: @escaping @MainActor @Sendable (String?) -> Void) {
            Task { [client] in
                for await status in await client.statuses() { block(status.state.person?.account.id) }
            }
        }

        /// Shows Apple's sheet; the identifier of the account, or nil and an error, or neither when the sheet was closed.
        #if canImport(ObjectiveC)
            @objc(signInWithCompletion:)
        #endif
        public func signIn(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            Task { [client] in
                let status = await client.signIn()
                completion(status.state.person?.account.id, status.failure.map(Self.error))
            }
        }

        /// Ends the session.
        #if canImport(ObjectiveC)
            @objc(signOutWithCompletion:)
        #endif
        public func signOut(completion: @escaping @MainActor @Sendable () -> Void) {
            Task { [client] in
                await client.signOut()
                completion()
            }
        }

        /// Has the person prove themselves once more, and deletes the account; whether it is gone, and an error if not.
        #if canImport(ObjectiveC)
            @objc(deleteAccountWithCompletion:)
        #endif
        public func deleteAccount(completion: @escaping @MainActor @Sendable (Bool, NSError?) -> Void) {
            Task { [client] in
                let status = await client.deleteAccount()
                let isGone = if case .signedOut(.accountDeleted) = status.state { true } else { false }
                completion(isGone, status.failure.map(Self.error))
            }
        }

        /// A token for requests to your services, or an error.
        #if canImport(ObjectiveC)
            @objc(accessTokenWithCompletion:)
        #endif
        public func accessToken(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            Task { [client] in
                do throws(SignInFailure) {
                    completion(try await client.accessToken().exposed, nil)
                } catch {
                    completion(nil, Self.error(error))
                }
            }
        }

        private static func error(_ failure: SignInFailure) -> NSError {
            NSError(domain: errorDomain, code: 1, userInfo: ["code": failure.code])
        }
    }
#endif
