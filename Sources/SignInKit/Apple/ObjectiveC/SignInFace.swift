#if canImport(AuthenticationServices) && canImport(Security)
    public import Foundation
    import SignInAPI

    /// The kit's interface for Objective-C, where it is called `SIKSignIn`. Blocks run on the main queue.
    #if canImport(ObjectiveC)
        @objc(SIKSignIn)
    #endif
    @MainActor
    public final class SignInFace: NSObject {
        private let client: SignInClient
        private var following: Task<Void, Never>?

        /// Creates a sign-in that follows the whole life cycle on this device.
        ///
        /// - Throws: an error of the domain ``errorDomain`` if tokens may not be sent to the address.
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

        /// The domain of the kit's errors. Their user info contains the stable code as `code`.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public nonisolated static let errorDomain = "SignInKit"

        /// Calls the block with the id of the signed-in account, at once and at every change. It is nil if nobody is
        /// signed in.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public func observeAccount(_ block: @escaping @MainActor @Sendable (String?) -> Void) {
            Task { [client] in
                for await status in await client.statuses() { block(status.state.person?.account.id) }
            }
        }

        /// Shows Apple's sheet. Returns the account's id, or nil and an error, or neither if the person closed the
        /// sheet.
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

        /// Asks the person to authenticate again, and deletes the account. Returns whether it was deleted, and an error
        /// if not.
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

        /// Returns a token for requests to your services, or an error.
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
