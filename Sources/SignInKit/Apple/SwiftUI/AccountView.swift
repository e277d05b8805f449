#if canImport(AuthenticationServices) && canImport(SwiftUI) && canImport(Combine)
    import SwiftUI

    /// What an app can show in its settings, as one page.
    struct AccountView: View {
        @ObservedObject var model: SignInModel

        var body: some View {
            if case .asking = model.status.state {
                AccountQuestionView(model)
            } else {
                Form {
                    WaysToSignInView(model)
                    AccountSessionsView(model)
                }
            }
        }
    }
#endif
