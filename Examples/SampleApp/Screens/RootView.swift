import SignInKit
import SwiftUI

/// Shows the home view to a signed-in person, and the welcome view to everybody else.
struct RootView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if let person = signIn.person {
            HomeView(signIn: signIn, person: person)
        } else {
            WelcomeView(signIn: signIn)
        }
    }
}
