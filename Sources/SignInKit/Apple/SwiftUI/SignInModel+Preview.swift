#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    extension SignInModel {
        /// Creates a model that shows a state and does nothing, for previews.
        ///
        /// ```swift
        /// #Preview("Offline") { Progress(signIn: .preview(.exchanging(.waiting))) }
        /// ```
        public static func preview(_ state: SignInState, failure: SignInFailure? = nil) -> SignInModel {
            SignInModel(previewing: SignInStatus(state: state, failure: failure))
        }
    }
#endif
