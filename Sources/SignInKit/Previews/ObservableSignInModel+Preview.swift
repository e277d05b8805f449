@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension ObservableSignInModel {
    /// Creates a model that shows a state and does nothing, for previews.
    public static func preview(_ state: SignInState, failure: SignInFailure? = nil) -> ObservableSignInModel {
        ObservableSignInModel(previewing: SignInStatus(state: state, failure: failure))
    }
}
