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
        }
        .task { await load() }
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
