import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

extension World {
    /// A credential of the app's backend, with every scope.
    func backend() async throws -> ServiceCredential {
        let (credential, _) = try await ServiceCredentials(environment).issue(
            name: "shop", scopes: Set(ServiceCredential.Scope.allCases))
        return credential
    }

    func accounts() async throws -> BackendAccounts {
        BackendAccounts(environment, as: try await backend())
    }

    func ticket(_ externalID: String, label: String? = nil) async throws -> String {
        try await LinkTickets(environment).issue(externalID: externalID, label: label, by: backend()).ticket
    }

    /// Begins a native sign-in with a link, and returns Apple's answer to it.
    func submission(
        _ person: Person, linking link: LinkRequest, client: String = "app"
    ) async throws -> AppleAnswer {
        let begun = try await NativeSignIn(environment).begin(client: client, linking: link)
        let id = try #require(environment.clients.find(client)).id.rawValue
        let given = try apple.authorize(person, client: id, nonce: World.hash(begun.nonce))
        return AppleAnswer(
            attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil)
    }

    /// The whole native flow with a link ticket.
    func signIn(_ person: Person, with ticket: String, client: String = "app") async throws -> SignedIn {
        try await NativeSignIn(environment).complete(submission(person, linking: .ticket(ticket), client: client))
    }

    func session(of signedIn: SignedIn) async throws -> SignedInSession {
        try await SessionAuthentication(environment).authenticate(accessToken: signedIn.accessToken)
    }

    /// Links a person's identity to the account of a session.
    func link(_ person: Person, to signedIn: SignedIn, client: String = "app") async throws -> SignedIn {
        let session = try await session(of: signedIn)
        return try await NativeSignIn(environment).complete(
            submission(person, linking: .session(session), client: client), under: session)
    }

    /// Whether a session is still valid. It asks with the session cookie, because an access token expires within minutes
    /// whatever becomes of its session.
    func isLive(_ signedIn: SignedIn) async -> Bool {
        let authentication = SessionAuthentication(environment)
        return (try? await authentication.authenticate(sessionCookie: signedIn.sessionCookie)) != nil
    }

    /// Begins a sign-in that leads to a question, and returns the question.
    func question(_ person: Person) async throws -> AccountQuestion {
        let outcome = try await NativeSignIn(environment).completeOrAsk(nativeSubmission(person))
        guard case .asks(let question) = outcome else { throw NobodyAsked() }
        return question
    }

    struct NobodyAsked: Error {}

    func audit(_ account: AccountID) async throws -> [String] {
        try await AccountOperations(environment).history(of: account).map(\.event)
    }

    /// How many accounts have this address.
    func accountCount(email: String) async throws -> Int {
        try await AccountOperations(environment).find(email: email).count
    }
}

extension Person {
    /// A person with a private relay address.
    static let eve = Person(
        subject: "001234.eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee.0003", email: "x7@privaterelay.appleid.com",
        isPrivateEmail: true)
}

extension SignInPolicy {
    static func asking(_ question: AccountQuestionPolicy = .always) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.question = question
        return policy
    }
}
