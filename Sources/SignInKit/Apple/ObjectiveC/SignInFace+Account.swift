#if canImport(AuthenticationServices) && canImport(Security)
    public import Foundation
    import SignInAPI

    /// Other ways to sign in, and changes of the account. Each block gets what ``SignInFace/signIn(completion:)`` returns.
    extension SignInFace {
        /// Shows Apple's sheet, and leads to the account that a ticket of the app's own server names.
        #if canImport(ObjectiveC)
            @objc(signInWithTicket:completion:)
        #endif
        public func signIn(ticket: String, completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            report(completion) { await $0.signIn(linking: LinkTicket(ticket)) }
        }

        /// Shows Apple's sheet, which first offers the Apple Account of somebody who has signed in, and saved passwords.
        #if canImport(ObjectiveC)
            @objc(signInOfferingPasswordsWithCompletion:)
        #endif
        public func signInOfferingPasswords(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            report(completion) { await $0.signIn(offeringPasswords: true) }
        }

        /// Signs in with a password that the person has typed.
        #if canImport(ObjectiveC)
            @objc(signInWithName:password:completion:)
        #endif
        public func signIn(
            name: String, password: String, completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void
        ) {
            report(completion) { await $0.signIn(with: PasswordCredential(user: name, password: Secret(password))) }
        }

        /// Adds the Apple Account of this device to the account.
        #if canImport(ObjectiveC)
            @objc(linkAppleAccountWithCompletion:)
        #endif
        public func linkAppleAccount(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            report(completion) { await $0.linkAppleAccount() }
        }

        /// Replaces the password of the account by Sign in with Apple.
        #if canImport(ObjectiveC)
            @objc(upgradeToAppleWithCompletion:)
        #endif
        public func upgradeToApple(completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void) {
            report(completion) { await $0.upgradeToApple() }
        }

        private func report(
            _ completion: @escaping @MainActor @Sendable (String?, NSError?) -> Void,
            after call: @escaping @Sendable (SignInClient) async -> SignInStatus
        ) {
            Task { [client] in
                let status = await call(client)
                completion(status.state.person?.account.id, status.failure.map(Self.error))
            }
        }
    }
#endif
