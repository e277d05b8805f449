#if canImport(AuthenticationServices)
    extension SignInClient {
        /// Signs in if the system suggests Sign in with Apple while a passkey is being created. Returns nil for any other
        /// error, and shows nothing.
        ///
        /// Call it with the error of a request of `ASAuthorizationAccountCreationProvider` (iOS 26, macOS 26). The system
        /// ends such a request with `ASAuthorizationError.preferSignInWithApple` for a person who already uses Sign in
        /// with Apple for this app
        /// (https://developer.apple.com/documentation/authenticationservices/asauthorizationerror-swift.struct/code/prefersigninwithapple).
        @discardableResult
        public func signIn(insteadOfPasskeyAfter error: any Error) async -> SignInStatus? {
            guard SheetFailure(FrameworkError(error)) == .preferSignInWithApple else { return nil }
            return await signIn()
        }
    }
#endif
