import Foundation
import SignInKit
import SwiftUI

/// What people can do with their account: its ways to sign in, its devices, and a copy of the data.
struct SettingsSections: View {
    @ObservedObject var signIn: SignInModel
    @State private var identities: [SignInIdentity] = []
    @State private var sessions: [AccountSession] = []
    @State private var notice = ""

    var body: some View {
        Section("Ways to sign in") {
            Text(SignInWords.waysToSignIn(identities))
            Button("Add this device’s Apple Account") { Task { await change { await $0.linkAppleAccount() } } }
            Button("Use Apple instead of my password") { Task { await change { await $0.upgradeToApple() } } }
            if let other = SignInWords.otherLogin(identities) {
                Button("Leave my other login") { Task { await unlink(other) } }
            }
        }
        .task { await load() }
        Section("Devices") {
            Text(SignInWords.devices(sessions))
            Button("Sign out everywhere else") { Task { await endOthers() } }
        }
        Section("Your data") {
            Button("Get a copy") { Task { await copyData() } }
            Text(notice)
        }
    }

    private func change(_ call: @MainActor (SignInClient) async -> SignInStatus) async {
        guard let client = signIn.client else { return }
        notice = await call(client).failure.map { SignInWords.failure($0) } ?? ""
        await load()
    }

    private func unlink(_ identity: SignInIdentity) async {
        do throws(SignInFailure) {
            try await signIn.client?.unlink(identity.id)
            await load()
        } catch {
            notice = SignInWords.failure(error)
        }
    }

    private func endOthers() async {
        do throws(SignInFailure) {
            try await signIn.client?.endOtherSessions()
            await load()
        } catch {
            notice = SignInWords.failure(error)
        }
    }

    private func copyData() async {
        do throws(SignInFailure) {
            guard let copy = try await signIn.client?.copyOfData() else { return }
            notice = "Offer it as a file; it has \(copy.count) bytes."
        } catch {
            notice = SignInWords.failure(error)
        }
    }

    private func load() async {
        do throws(SignInFailure) {
            identities = try await signIn.client?.identities() ?? []
            sessions = try await signIn.client?.sessions() ?? []
        } catch {
            notice = SignInWords.failure(error)
        }
    }
}
