import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

/// What a browser keeps between the start of a sign-in and the callback.
struct Browser: Sendable {
    let begun: BegunWebSignIn
    let state: String
    let nonce: String

    init(_ begun: BegunWebSignIn) throws {
        self.begun = begun
        let items = URLComponents(string: begun.authorizationURL)?.queryItems ?? []
        state = try #require(items.first { $0.name == "state" }?.value)
        nonce = try #require(items.first { $0.name == "nonce" }?.value)
    }
}

extension World {
    typealias Change = (inout [String: JSONValue]) -> Void

    /// The whole native flow.
    func signInNatively(
        _ person: Person, client: String = "app", name: FirstSignInUser? = nil, changing change: Change = { _ in }
    ) async throws -> SignedIn {
        try await NativeSignIn(environment).complete(
            nativeSubmission(person, client: client, name: name, changing: change))
    }

    /// Begins a native sign-in, and returns Apple's answer to it.
    func nativeSubmission(
        _ person: Person, client: String = "app", name: FirstSignInUser? = nil, changing change: Change = { _ in }
    ) async throws -> AppleAnswer {
        let begun = try await NativeSignIn(environment).begin(client: client)
        let id = try #require(environment.clients.find(client)).id.rawValue
        let given = try apple.authorize(person, client: id, nonce: World.hash(begun.nonce), changing: change)
        return AppleAnswer(
            attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: name)
    }

    /// The hash of the nonce, which an app passes to Apple.
    static func hash(_ nonce: String) -> String {
        Digest.sha256Hex(nonce)
    }

    func beginWeb(client: String = "web", returnTo: String? = nil) async throws -> Browser {
        try Browser(await WebSignIn(environment).begin(client: client, returnTo: returnTo))
    }

    /// Apple's form for a browser that returns.
    func form(
        _ person: Person, _ browser: Browser, client: String = "web", name: FirstSignInUser? = nil,
        changing change: Change = { _ in }
    ) throws -> AuthorizationCallback {
        let id = try #require(environment.clients.find(client)).id.rawValue
        let given = try apple.authorize(person, client: id, nonce: browser.nonce, changing: change)
        return .authorized(
            code: AuthorizationCode(secretValue: given.code), identityToken: given.identityToken,
            state: browser.state, user: name)
    }

    func complete(_ callback: AuthorizationCallback, _ browser: Browser) async throws(SignInError) -> WebSignInOutcome {
        try await WebSignIn(environment).complete(callback, browserProof: browser.begun.browserProof)
    }

    /// The whole web flow.
    func signInOnWeb(
        _ person: Person, client: String = "web", name: FirstSignInUser? = nil, changing change: Change = { _ in }
    ) async throws -> SignedIn {
        let browser = try await beginWeb(client: client)
        let callback = try form(person, browser, client: client, name: name, changing: change)
        return try #require(try await complete(callback, browser).signedIn)
    }

    /// Signs a person in, and returns the session.
    func signedInSession(_ person: Person = .ann) async throws -> SignedInSession {
        try await SessionAuthentication(environment).authenticate(
            accessToken: signInNatively(person).accessToken)
    }

    /// Reads the database in one transaction.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await database.transaction { transaction throws(StorageFailure) in .discard(try body(transaction)) }
    }

    /// Writes to the database in one transaction.
    func write(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Void
    ) async throws(StorageFailure) {
        try await database.transaction { transaction throws(StorageFailure) in .keep(try body(transaction)) }
    }
}

extension WebSignInOutcome {
    var signedIn: SignedIn? {
        switch self {
        case .signedIn(let signedIn, _), .offersMerge(let signedIn, _): return signedIn
        case .asks, .cancelled, .arrived, .asked: return nil
        }
    }

    var returnTarget: String {
        switch self {
        case .signedIn(_, let target), .asks(_, let target), .cancelled(let target), .arrived(let target):
            target.location
        case .asked, .offersMerge: "/web/question"
        }
    }
}

/// The error of a flow; nil if it succeeds.
func failure<Value>(
    of flow: () async throws -> Value
) async throws -> SignInError? {
    do {
        _ = try await flow()
        return nil
    } catch let error as SignInError {
        return error
    }
}
