#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    public import SignInKit

    extension SignInModel {
        /// Creates a model that shows a state and does nothing, for previews.
        ///
        /// ```swift
        /// #Preview { WelcomeView(signIn: .preview(.signedOut(.notYet))) }
        /// ```
        public static func preview(_ state: SignInState, failure: SignInFailure? = nil) -> SignInModel {
            SignInModel(previewing: SignInStatus(state: state, failure: failure))
        }
    }
#endif
