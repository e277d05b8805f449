import Foundation
import SignInAPI
import SignInKit
import SwiftUI

/// Greets the person, shows the data of their account, and lets them sign out or delete it.
struct HomeView: View {
    @ObservedObject var signIn: SignInModel
    let person: SignedInPerson
    @State private var answer = ""

    var body: some View {
        Form {
            Section("Welcome") {
                Text(person.account.name?.given ?? "Hello")
                Text(address)
                Text("You use Sign in with Apple.")
            }
            Section("Your own request") {
                Button("Ask with an access token") { Task { await ask() } }
                Text(answer)
            }
            Section("Account") {
                Button("Sign out") { Task { await signIn.signOut() } }
                Button("Delete my account", action: delete)
                if let failure = signIn.status.failure { Text(SignInWords.failure(failure)) }
            }
        }
        .disabled(isLeaving)
    }

    /// A relay address is shown as it is. A person who hides their address is not asked for it. An address without
    /// verification may be another person's.
    private var address: String {
        guard let email = person.account.email else { return "No address" }
        guard person.account.isEmailVerified else { return email + " (not verified)" }
        return person.account.isPrivateEmail ? email + " (relayed by Apple)" : email
    }

    private var isLeaving: Bool {
        if case .deleting = signIn.status.state { true } else { false }
    }

    private func delete() { Task { await signIn.deleteAccount() } }

    private func ask() async {
        do throws(SignInFailure) {
            let token = try await signIn.accessToken()
            answer = "Send it as a bearer token; it has \(token.exposed.count) characters."
        } catch {
            answer = SignInWords.failure(error)
        }
    }
}
