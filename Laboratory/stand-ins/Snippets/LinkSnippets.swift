// The Swift blocks of the guide about linking, compiled for each platform. `check` adds `OwnServer.swift` of `Examples`.
import Foundation
import SignInKit
import SwiftUI

// MARK: Link accounts

struct ShopServer {
    let server: BackendConnection
    /// The session of the app's own login.
    let session: Secret

    struct Reply: Decodable {
        let ticket: String
    }

    func linkTicket() async throws -> LinkTicket {
        let reply: Reply = try await server.send("POST", "ticket", accessToken: session)
        return LinkTicket(reply.ticket)
    }
}

@MainActor
func continueWithApple(_ signIn: SignInClient, _ server: ShopServer) async throws {
    let status = await signIn.signIn(linking: try await server.linkTicket())
    if status.failure?.code == "link_ticket_invalid" {
        await signIn.signIn(linking: try await server.linkTicket())
    }
}

struct ShopLogin: Decodable {
    let accessToken, refreshToken: Secret
    let expiresIn: Int
    let account: String
}

func takeOver(_ login: ShopLogin, in client: SignInClient) async throws {
    let session = BackendSession(
        accessToken: login.accessToken, expiresIn: login.expiresIn, refreshToken: login.refreshToken,
        account: SignInAccount(id: login.account, name: nil, email: nil))
    try await client.adopt(session)
}

struct Question: View {
    let signIn: SignInModel
    /// Signs in to your own system and returns a ticket of your server. Nil if the person gave up.
    let logIn: @MainActor () async -> LinkTicket?

    var body: some View {
        Text("Have you been here before?")
        Button("Yes, log in") { Task { await answerKnown() } }
        Button("No, create an account") { Task { await signIn.answer(.new) } }
        Button("Not now") { Task { await signIn.cancel() } }
    }

    private func answerKnown() async {
        if let ticket = await logIn() { await signIn.answer(.ticket(ticket)) }
    }
}

struct ShopWelcome: View {
    let signIn: SignInModel
    let server: ShopServer
    let isSignedInToShop: Bool
    let logIn: @MainActor () async -> LinkTicket?

    var body: some View {
        if isSignedInToShop {
            AppleSignInView(signIn, title: "Shop").linking { try await server.linkTicket() }
        } else {
            AppleSignInView(signIn, title: "Shop").offeringPasswords().loggingIn(logIn)
        }
    }
}

struct ShopSettings: View {
    @ObservedObject var signIn: SignInModel

    var body: some View {
        if case .asking = signIn.status.state {
            AccountQuestionView(signIn)
        } else {
            Form {
                WaysToSignInView(signIn)
                AccountSessionsView(signIn)
            }
        }
    }
}

struct ShopPage: View {
    let signIn: SignInModel
    @State private var isLoggingIn = false
    @State private var login: CheckedContinuation<LinkTicket?, Never>?

    var body: some View {
        AppleSignInView(signIn, title: "Shop").loggingIn { await logIn() }
            .sheet(isPresented: $isLoggingIn, onDismiss: { finish(nil) }) {
                ShopLoginForm(finish: finish)
            }
    }

    private func logIn() async -> LinkTicket? {
        await withCheckedContinuation {
            login = $0
            isLoggingIn = true
        }
    }

    /// The form calls it with a ticket of your server.
    private func finish(_ ticket: LinkTicket?) {
        login?.resume(returning: ticket)
        login = nil
        isLoggingIn = false
    }
}

/// The login form of the app.
struct ShopLoginForm: View {
    let finish: @MainActor (LinkTicket?) -> Void

    var body: some View {
        Button("Cancel") { finish(nil) }
    }
}

func settings(_ client: SignInClient) async throws {
    let identities = try await client.identities()
    await client.linkAppleAccount()
    if let old = identities.first(where: { !$0.isApple && $0.canUnlink }) { try await client.unlink(old.id) }
    await client.upgradeToApple()
    let others = try await client.sessions().filter { !$0.isCurrent }
    if others.count > 1 { try await client.endOtherSessions() }
    let file = try await client.copyOfData()
    try file.write(to: FileManager.default.temporaryDirectory.appendingPathComponent("account.json"))
}

extension OwnServer: AccountBackend {
    func readAccount(_ session: BackendSession) async throws -> SignInAccount {
        let reply: Reply = try await server.send("GET", "account", accessToken: session.accessToken)
        return SignInAccount(id: reply.id, name: reply.name, email: reply.email)
    }

    func rename(_ name: PersonName, _ session: BackendSession) async throws -> SignInAccount {
        try await server.send("PATCH", "account", name, accessToken: session.accessToken)
        return try await readAccount(session)
    }
}

extension OwnServer: LinkingBackend {
    func openAttempt(at now: Date, linking target: LinkTarget) async throws -> SignInAttempt {
        guard case .session = target else { throw SignInFailure.notSupported }
        return .random(at: now)
    }

    func link(_ apple: PendingSignIn, to session: BackendSession) async throws -> SignInReply {
        let message = Message(
            identityToken: apple.identityToken, nonce: apple.nonce, code: apple.code, name: apple.name)
        try await server.send("POST", "identities", message, accessToken: session.accessToken)
        return .session(session)
    }

    func identities(_ session: BackendSession) async throws -> [SignInIdentity] {
        let subjects: [String] = try await server.send("GET", "identities", accessToken: session.accessToken)
        return subjects.map {
            SignInIdentity(id: $0, issuer: SignInIdentity.apple, canUnlink: subjects.count > 1)
        }
    }

    func unlink(_ identity: SignInIdentity.ID, _ session: BackendSession) async throws {
        try await server.send("DELETE", "identities/" + identity, accessToken: session.accessToken)
    }
}

// MARK: Passwords

struct Continuing: View {
    let signIn: SignInModel

    var body: some View {
        Button("Continue") { Task { await signIn.signIn(offeringPasswords: true) } }
    }
}

@MainActor
func logIn(_ signIn: SignInModel, name: String, password: String) async {
    await signIn.signIn(with: PasswordCredential(user: name, password: Secret(password)))
}
