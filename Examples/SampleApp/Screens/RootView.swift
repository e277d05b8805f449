import Foundation
import SignInKit
import SwiftUI

/// Shows an open question, the home view to a signed-in person, and the welcome view to everybody else.
struct RootView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if case .asking(let question) = signIn.status.state {
            VStack(spacing: 24) {
                AccountQuestionView(signIn)
                if question.takes(.new) { KnownPersonView(signIn: signIn) }
            }
            .padding()
        } else if let person = signIn.person {
            HomeView(signIn: signIn, person: person)
        } else {
            WelcomeView(signIn: signIn)
        }
    }
}

/// "I have an account": its password answers the question.
private struct KnownPersonView: View {
    @ObservedObject var signIn: SignInModel
    @State private var name = ""
    @State private var password = ""

    var body: some View {
        VStack(spacing: 8) {
            Text("Do you have an account with a password?")
            TextField("Name or address", text: $name)
            SecureField("Password", text: $password)
            Button("Add my Apple Account to it") { Task { await answer() } }
        }
    }

    private func answer() async {
        guard let client = signIn.client else { return }
        await PasswordActions(client: client).answer(name: name, password: password)
    }
}
