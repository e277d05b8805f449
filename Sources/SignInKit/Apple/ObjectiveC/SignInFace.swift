#if canImport(AuthenticationServices) && canImport(Security)
    public import Foundation
    import SignInAPI

    /// The kit's interface for Objective-C, where it is called `SIKSignIn`. Blocks run on the main queue.
    #if canImport(ObjectiveC)
        @objc(SIKSignIn)
    #endif
    @MainActor
    public final class SignInFace: NSObject {
        let system: SignInClient
        /// Begins with the first use.
        private lazy var following = Following([Task { [system] in await system.follow() }])

        /// The client, which is followed from now on.
        var client: SignInClient {
            _ = following
            return system
        }

        /// Creates a sign-in that follows the whole life cycle on this device.
        ///
        /// - Throws: an error of the domain ``errorDomain`` if tokens may not be sent to the address.
        #if canImport(ObjectiveC)
            @objc(initWithServer:client:error:)
        #endif
        public convenience init(server: URL, client name: String) throws {
            try self.init(SignInConfiguration(server: server, client: name))
        }

        /// Creates a sign-in that asks for no more than the app needs, and may take passwords from the keychain.
        ///
        /// - Throws: an error of the domain ``errorDomain`` if tokens may not be sent to the address.
        #if canImport(ObjectiveC)
            @objc(initWithServer:client:requestsName:requestsEmail:signsInWithPasswords:error:)
        #endif
        public convenience init(
            server: URL, client name: String, requestsName: Bool, requestsEmail: Bool, signsInWithPasswords: Bool
        ) throws {
            var configuration = SignInConfiguration(server: server, client: name)
            configuration.scopes = Set(
                (requestsName ? [RequestedScope.fullName] : []) + (requestsEmail ? [.email] : []))
            configuration.signsInWithPasswords = signsInWithPasswords
            try self.init(configuration)
        }

        /// Creates a sign-in with any settings, for apps of both languages.
        ///
        /// - Throws: an error of the domain ``errorDomain`` if tokens may not be sent to the address.
        public init(_ configuration: SignInConfiguration) throws {
            do throws(SignInFailure) {
                system = try SignInClient.system(configuration)
            } catch {
                throw Self.error(error)
            }
            super.init()
        }

        /// The domain of the kit's errors. Their user info contains the stable code as `code`, and texts for people.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public nonisolated static let errorDomain = "SignInKit"

        /// Calls the block with the id of the signed-in account, at once and at every change. It is nil if nobody is
        /// signed in. The calls end with this object.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public func observeAccount(_ block: @escaping @MainActor @Sendable (String?) -> Void) {
            eachStatus { status in block(status.state.person?.account.id) }
        }

        /// Calls the block with the account's id, at once and at every change, and with the reason if nobody is signed in.
        /// The calls end with this object.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public func observeStatus(_ block: @escaping @MainActor @Sendable (String?, SignedOutCode) -> Void) {
            eachStatus { status in block(status.state.person?.account.id, SignedOutCode(status.state)) }
        }

        /// The stream ends with the client, so the task may not keep it.
        private func eachStatus(_ block: @escaping @MainActor @Sendable (SignInStatus) -> Void) {
            Task { [weak client = self.client] in
                guard let statuses = await client?.statuses() else { return }
                for await status in statuses { block(status) }
            }
        }

        /// Searches for an existing account, as ``SignInClient/findExistingAccount()`` describes. Returns the account's
        /// id, or nil.
        #if canImport(ObjectiveC)
            @objc(findExistingAccountWithCompletion:)
        #endif
        public func findExistingAccount(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            Task { [client] in
                let status = await client.findExistingAccount()
                completion(status.state.person?.account.id, status.failure.map(Self.error))
            }
        }

        /// Shows Apple's sheet. Returns the account's id, or nil and an error, or neither if the person closed the
        /// sheet.
        #if canImport(ObjectiveC)
            @objc(signInWithCompletion:)
        #endif
        public func signIn(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            Task { await signIn(reporting: completion) }
        }

        func signIn(reporting completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) async {
            let status = await client.signIn()
            completion(status.state.person?.account.id, status.failure.map(Self.error))
        }

        /// Cancels a sign-in, a search or a deletion, for instance if Apple's sheet does not appear.
        #if canImport(ObjectiveC)
            @objc(cancelWithCompletion:)
        #endif
        public func cancel(completion: @escaping @MainActor @Sendable () -> Void) {
            Task { [client] in
                await client.cancel()
                completion()
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

        /// Finds out what may keep people from signing in, for the developer of the app. Returns one finding in each line.
        #if canImport(ObjectiveC)
            @objc(diagnoseWithCompletion:)
        #endif
        public func diagnose(completion: @escaping @MainActor @Sendable (String) -> Void) {
            Task { [client] in completion(await client.diagnosis().description) }
        }

        /// Opens the attempt before the tap.
        func prepare() async { await client.prepare() }

        static func error(_ failure: SignInFailure) -> NSError {
            var texts: [String: Any] = ["code": failure.code]
            texts[NSLocalizedDescriptionKey] = failure.errorDescription
            texts[NSLocalizedRecoverySuggestionErrorKey] = failure.recoverySuggestion
            return NSError(domain: errorDomain, code: 1, userInfo: texts)
        }
    }
#endif
