package import AccountStorage
import Foundation
import JSONWebTokens
package import SignInWithApple

/// Sign-in in a browser, which goes to Apple and comes back by a form.
package struct WebSignIn: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Begins an attempt for a client of kind `web` or `android`.
    ///
    /// - Parameters:
    ///   - name: the configured name of the client.
    ///   - requested: where to go afterwards, a path of this service or a configured address; absent means `/`.
    ///   - link: on whose word the identity is to be linked to an account; nil in a plain sign-in.
    package func begin(
        client name: String, returnTo requested: String?, linking link: LinkRequest? = nil
    ) async throws(SignInError) -> BegunWebSignIn {
        let client = try environment.clients.find(name, kinds: [.web, .android])
        guard let target = ReturnTarget.decide(requested, allowed: client.returnURLs) else {
            throw .refused(.returnTargetRefused)
        }
        let secret = AttemptSecret.drawn(environment)
        let proof = Base64URL.encode(environment.randomBytes(BrowserProof.length))
        try await SignInAttempts(environment: environment).record(
            secret, kind: .web, client: client, browserProofHash: BrowserProof.hash(proof), returnTarget: target,
            link: link)
        let request = AuthorizationRequest(
            client: client.id, redirectURI: environment.publicURL.callbackURL,
            response: .formPost(scopes: [.name, .email]), state: secret.text,
            nonce: secret.nonce(environment.secrets),
            codeChallenge: secret.codeVerifier(in: environment).map(AttemptSecret.codeChallenge))
        return BegunWebSignIn(
            authorizationURL: request.url(endpoints: client.team.apple.endpoints),
            flowID: Self.flowID(ofState: secret.text),
            browserProof: proof, lifetime: environment.policy.attemptLifetime, attempt: secret.id)
    }

    /// Tells a browser's flows apart in the names of their cookies.
    package static func flowID(ofState state: String) -> String {
        AttemptSecret.flowID(ofState: state)
    }

    /// The attempt that a state names, for steps that the HTTP layer tells; nil for a text that we did not make.
    package static func attemptID(ofState state: String) -> AttemptID? {
        AttemptSecret(text: state)?.id
    }

    /// Completes an attempt with the form that came from Apple.
    ///
    /// - Parameters:
    ///   - callback: the decoded form.
    ///   - issuer: who the form says it is from (`iss`, RFC 9207); nil where it does not say, as Apple's does not. A form
    ///     of another issuer than the attempt's is refused, whatever it brings, so that no provider's answer is taken for
    ///     another's.
    ///   - browserProof: the value of the flow cookie that belongs to the form's state; nil when it did not come.
    ///   - sessionCookie: the session cookie that the browser holds already, if any: its session ends when the new one
    ///     begins, and only then. One that is not ours is passed over.
    package func complete(
        _ callback: AuthorizationCallback, issuer: String? = nil, browserProof: String?,
        replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> WebSignInOutcome {
        guard let secret = AttemptSecret(text: callback.state) else { throw .refused(.attemptUnknown) }
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        let browser = SignInCaller.browser(proof: browserProof, session: replaced)
        let pipeline = SignInPipeline(environment: environment)
        let attempt = try await pipeline.find(secret, by: browser)
        guard case .authorized(let code, let identityToken?, _, let user) = callback else {
            guard !attempt.isClaimed else { throw .refused(.attemptUsed) }
            return try await end(attempt, callback, issuer: issuer)
        }
        let answer = AppleAnswer(
            attempt: callback.state, identityToken: identityToken, code: code.secretValue, name: user, issuer: issuer)
        switch try await pipeline.complete(attempt, with: answer, by: browser) {
        case .signedIn(let signedIn): return .signedIn(signedIn, returnTo: returnTarget(of: attempt))
        case .asks(let question): return .asks(question, returnTo: returnTarget(of: attempt))
        }
    }

    /// The browser came back without a proof of anybody.
    private func end(
        _ attempt: FoundAttempt, _ callback: AuthorizationCallback, issuer: String?
    ) async throws(SignInError) -> WebSignInOutcome {
        let attempts = SignInAttempts(environment: environment)
        try await IdentityProof(environment: environment).checkIssuer(issuer, for: attempt)
        switch callback {
        case .cancelled:
            try await attempts.end(attempt)
            return .cancelled(returnTo: returnTarget(of: attempt))
        case .refused:
            try await attempts.end(attempt)
            throw .refused(.authorizationRefused)
        case .authorized:
            try await attempts.countFailure(attempt)
            throw .refused(.identityTokenMissing)
        }
    }

    /// The target was proven at the start; it is proven again, since the configuration may have changed meanwhile.
    private func returnTarget(of attempt: FoundAttempt) -> ReturnTarget {
        ReturnTarget.decide(attempt.row.returnTarget, allowed: attempt.client.returnURLs) ?? .start
    }
}

extension AuthorizationCallback {
    /// The attempt that the answer claims to belong to.
    package var state: String {
        switch self {
        case .authorized(_, _, let state, _), .cancelled(let state), .refused(_, let state): state
        }
    }
}
