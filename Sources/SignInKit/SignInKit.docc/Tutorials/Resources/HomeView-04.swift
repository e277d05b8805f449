import Foundation
import SignInKit
import SwiftUI

struct HomeView: View {
    @ObservedObject var signIn: SignInModel
    let person: SignedInPerson
    @State private var notes = ""

    var body: some View {
        Form {
            Section("Notes") {
                Text("Welcome, \(person.account.name?.given ?? "friend")!")
                Text(notes)
            }
            Section("Account") {
                Text("You use Sign in with Apple.")
                Text(person.account.email ?? "No address")
                Button("Sign out") { Task { await signIn.signOut() } }
                Button("Delete my account") { Task { await signIn.deleteAccount() } }
                if let failure = signIn.status.failure { FailureView(failure: failure) }
            }
        }
        .disabled(isLeaving)
        .task { await load() }
    }

    private var isLeaving: Bool {
        if case .deleting = signIn.status.state { true } else { false }
    }

    private func load() async {
        guard let address = URL(string: "https://api.example.com/notes") else { return }
        do {
            var request = URLRequest(url: address)
            let token = try await signIn.accessToken()
            request.setValue("Bearer " + token.exposed, forHTTPHeaderField: "Authorization")
            let (data, _) = try await URLSession.shared.data(for: request)
            notes = String(decoding: data, as: UTF8.self)
        } catch {
            notes = error.localizedDescription
        }
    }
}
