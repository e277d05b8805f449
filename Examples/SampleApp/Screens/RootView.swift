import SignInKit
import SwiftUI

/// Shows an open question, the home view to a signed-in person, and the welcome view to everybody else.
struct RootView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if case .asking = signIn.status.state {
            AccountQuestionView(signIn)
        } else if let person = signIn.person {
            HomeView(signIn: signIn, person: person)
        } else {
            WelcomeView(signIn: signIn)
        }
    }
}
