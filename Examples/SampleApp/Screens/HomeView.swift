import Foundation
import SignInKit
import SwiftUI

/// Greets the person, shows the data and the settings of their account, and lets them sign out or delete it.
struct HomeView: View {
    @ObservedObject var signIn: SignInModel
    let person: SignedInPerson
    @State private var answer = ""

    var body: some View {
        Form {
            Section("Account") {
                Text(SignInWords.greeting(person.account))
                Text(SignInWords.address(person.account))
            }
            Section("Your own request") {
                Button("Ask with an access token") { Task { await ask() } }
                Text(answer)
            }
            WaysToSignInView(signIn)
            // A new sign-in, such as one that replaces the password, reads it again.
            PasswordSection(signIn: signIn).id(person.signedInAt)
            AccountSessionsView(signIn)
            DataSection(signIn: signIn)
            #if canImport(WebKit) && canImport(UIKit)
                AccountPageSection(signIn: signIn)
            #endif
            Section("Leave") {
                Button("Sign out") { Task { await signIn.signOut() } }
                Button("Delete my account") { Task { await signIn.deleteAccount() } }
                if let notice = SignInWords.notice(signIn.status) { Text(notice) }
            }
        }
        .disabled(isLeaving)
    }

    private var isLeaving: Bool {
        if case .deleting = signIn.status.state { true } else { false }
    }

    private func ask() async {
        do throws(SignInFailure) {
            let token = try await signIn.accessToken()
            answer = "Send it as a bearer token; it has \(token.exposed.count) characters."
        } catch {
            answer = SignInWords.failure(error)
        }
    }
}
