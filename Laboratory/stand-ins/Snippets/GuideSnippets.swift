// More Swift blocks of the kit's guides, compiled for each platform. `check` adds `OwnServer.swift` of `Examples`.
import Foundation
import SignInKit
import SwiftUI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let server = URL(string: "https://sign-in.example.com") ?? URL(fileURLWithPath: "/")

// MARK: Use another backend

@MainActor
func modelOfOwnServer(at address: URL) throws -> SignInModel {
    let backend = OwnServer(server: try BackendConnection(address))
    return SignInModel(SignInConfiguration(backend: backend))
}

@MainActor
func applesPartAlone(
    _ send: (Secret, Secret, PersonName?) async throws -> Void, _ signOut: () -> Void
) async throws {
    let device = SystemAppleDevice()
    let attempt = SignInAttempt.random(at: Date())
    let request = SheetRequest(purpose: .signIn, attempt: attempt, scopes: [.fullName, .email])
    guard case .apple(let credential) = await device.present(request), credential.state == attempt.state,
        let token = credential.identityToken
    else { return }
    try await send(token, attempt.nonce, credential.name)
    let state = try await device.credentialState(of: credential.user)  // ask again at each launch
    if state == .revoked || state == .notFound { signOut() }
    for await _ in device.revocations() { signOut() }  // in a task of its own
}

#if !(STAND_IN_WATCHOS || STAND_IN_TVOS)
    @MainActor
    func browserModel(_ issuer: URL, _ redirect: URL) throws -> SignInModel {
        let backend = try OpenIDBackend(issuer: issuer, client: "notes", redirect: redirect)
        return SignInModel(SignInConfiguration(backend: backend))
    }

    struct BrowserSignIn: View {
        let signIn: SignInModel
        @State private var failure: SignInFailure?

        var body: some View {
            Button("Sign in with the browser") { Task { await open() } }
            if let failure { Text(failure.localizedDescription) }
        }

        private func open() async {
            do throws(SignInFailure) {
                try await signIn.client?.signInInBrowser()
            } catch {
                failure = error
            }
        }
    }
#endif

// MARK: Passwords

@MainActor
func modelWithPasswords() -> SignInModel {
    var configuration = SignInConfiguration(server: server, client: "app")
    configuration.signsInWithPasswords = true
    return SignInModel(configuration)
}

struct OwnPasswords: PasswordLogin {
    let server: BackendConnection

    func signIn(_ credential: PasswordCredential) async throws(SignInFailure) -> StoredSession {
        let message = ["name": credential.user, "password": credential.password.exposed]
        let reply: OwnServer.Reply = try await server.send("POST", "password-sign-in", message)
        let account = SignInAccount(id: reply.id, name: reply.name, email: reply.email)
        return StoredSession(BackendSession(accessToken: reply.session, account: account), at: Date())
    }
}

struct WelcomeView: View {
    @ObservedObject var signIn: SignInModel

    var body: some View { SignInButton(signIn) }
}

struct Searching: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        WelcomeView(signIn: signIn)
            .task { await signIn.findExistingAccount() }
    }
}

func createAccount(
    _ signIn: SignInClient, _ createPasskey: () async throws -> Void, _ showForm: () -> Void
) async {
    do {
        try await createPasskey()
    } catch {
        if await signIn.signIn(insteadOfPasskeyAfter: error) == nil { showForm() }
    }
}

// MARK: Extensions

enum SharedSignIn {
    static let configuration = SignInConfiguration(server: server, client: "app")
    static let storage = KeychainStorage(accessGroup: "group.com.example.notes")
    static let mark = UserDefaultsMark(suiteName: "group.com.example.notes")
}

@MainActor
func sharedModel() -> SignInModel {
    SignInModel(SharedSignIn.configuration, storage: SharedSignIn.storage, mark: SharedSignIn.mark)
}

@MainActor
func request(to address: URL) async throws -> URLRequest? {
    let signIn = try SignInClient.system(
        SharedSignIn.configuration, storage: SharedSignIn.storage, mark: SharedSignIn.mark)
    guard await signIn.launch().state.person != nil else { return nil }
    var request = URLRequest(url: address)
    request.setValue("Bearer " + (try await signIn.accessToken()).exposed, forHTTPHeaderField: "Authorization")
    return request
}

#if canImport(UIKit) && !(STAND_IN_WATCHOS || STAND_IN_TVOS)
    import AuthenticationServices
    import UIKit

    final class UpgradeController: ASAccountAuthenticationModificationViewController {
        private let upgrade = AccountUpgrade(SharedSignIn.configuration)

        override func convertAccountToSignInWithAppleWithoutUserInteraction(
            for serviceIdentifier: ASCredentialServiceIdentifier, existingCredential: ASPasswordCredential,
            userInfo: [AnyHashable: Any]? = nil
        ) {
            upgrade.replace(existingCredential, in: extensionContext)
        }

        override func cancelRequest() { upgrade.cancel() }
    }
#endif

// MARK: When and how to ask

struct NotesView: View {
    let notes: [String]

    var body: some View { Text("\(notes.count) notes") }
}

struct Notes: View {
    @ObservedObject var signIn: SignInModel
    let notes: [String]

    var body: some View {
        VStack {
            NotesView(notes: notes)
            if signIn.person == nil {
                Text("Sign in to have these notes on all your devices.")
                SignInButton(signIn, .continue)
            }
        }
    }
}

@MainActor
func printDiagnosis(of signIn: SignInModel) async {
    print(await signIn.diagnosis())
}

// MARK: A person who is held

/// The app's own backend, with its own check.
struct ProvingBackend {
    func prove(_ handle: String) async {}
}

func proveAndSignIn(_ signIn: SignInClient, _ backend: ProvingBackend) async {
    if case .held(_, let handle, _) = await signIn.signIn().failure {
        await backend.prove(handle.exposed)
        await signIn.signIn()
    }
}

// MARK: Show failures

struct FailureText: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        VStack {
            if let failure = signIn.status.failure {
                Text(failure.localizedDescription)
                if let suggestion = failure.recoverySuggestion { Text(suggestion) }
            }
        }
    }
}
