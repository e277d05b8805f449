import Foundation
import SignInKit
import SwiftUI

/// Changes the password of the account, with the current one or with the code of a mail.
struct PasswordSection: View {
    @ObservedObject var signIn: SignInModel
    @State private var isRead = false
    @State private var names: [String] = []
    @State private var current = ""
    @State private var new = ""
    @State private var code = ""
    @State private var notice = ""

    var body: some View {
        Section("Password") {
            if !isRead { ProgressView().task { await read() } }
            if let name = names.first {
                Text("You can also sign in as " + names.joined(separator: ", "))
                SecureField("New password", text: $new)
                SecureField("Current password", text: $current)
                Button("Change my password") { act { await $0.change(from: current, to: new) } }
                Button("I forgot it: mail me a code") { act { await $0.requestMail(for: name) } }
                TextField("Code of the mail", text: $code)
                Button("Set the new password with the code") { act { await $0.reset(with: code, to: new) } }
            }
            Text(notice)
        }
    }

    private func act(_ action: @escaping @MainActor (PasswordActions) async -> String) {
        guard let client = signIn.client else { return }
        Task { notice = await action(PasswordActions(client: client)) }
    }

    private func read() async {
        defer { isRead = true }
        do throws(SignInFailure) {
            guard let facts = try await signIn.client?.password() else { return }
            names = facts.hasPassword ? facts.names : []
            if names.isEmpty { notice = "Your account has no password." }
        } catch {
            notice = SignInWords.failure(error)
        }
    }
}
