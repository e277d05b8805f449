package import Hummingbird
package import SignInWithApple

/// The three routes of the program.
package struct SignInRoutes: Sendable {
    let apple: AppleTokenVerifier
    let memory: SignInMemory

    package init(apple: AppleTokenVerifier, memory: SignInMemory) {
        self.apple = apple
        self.memory = memory
    }

    package func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.post("sign-in/begin") { _, _ in
            guard let attempt = await memory.beginAttempt() else { throw HTTPError(.serviceUnavailable) }
            return attempt
        }
        router.post("sign-in") { request, context in
            let answer = try await request.decode(as: SignInAnswer.self, context: context)
            return SessionReply(session: try await session(for: answer))
        }
        router.get("me") { request, _ in
            guard let field = request.headers[.authorization], field.hasPrefix("Bearer "),
                let person = await memory.person(of: String(field.dropFirst("Bearer ".count)))
            else { throw HTTPError(.unauthorized) }
            return person.rawValue
        }
        return router
    }

    /// Takes the attempt before it verifies the token, so that a copied token cannot be used again. The attempt is
    /// returned only if Apple's keys are unavailable, so that the app can send the same token again.
    private func session(for answer: SignInAnswer) async throws -> String {
        guard let attempt = await memory.take(answer.attempt) else {
            throw HTTPError(.unauthorized, message: "attempt_unknown")
        }
        do {
            let token = try await apple.verify(
                answer.identityToken, nonce: .sha256(of: attempt.nonce), beside: .nothing)
            return await memory.beginSession(for: token.subject)
        } catch .unavailable(let failure) {
            await memory.giveBack(attempt)
            let seconds = failure.retryAfter ?? 5
            throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "\(seconds)"], message: failure.code)
        } catch .rejected(let reason) {
            throw HTTPError(.unauthorized, message: reason.code)
        }
    }
}

/// A sign-in that has begun.
struct SignInAttempt: ResponseCodable, Sendable {
    let attempt: String
    let nonce: String
}

/// What the app sends after the sign-in with Apple.
struct SignInAnswer: Decodable, Sendable {
    let attempt: String
    let identityToken: String

    enum CodingKeys: String, CodingKey {
        case attempt
        case identityToken = "identity_token"
    }
}

/// The session token that the app sends with each later request.
struct SessionReply: ResponseCodable, Sendable {
    let session: String
}
