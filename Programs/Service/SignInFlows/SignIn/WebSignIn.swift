package import AccountStorage
import Foundation
import JSONWebTokens
package import SignInWithApple

/// Sign-in in a browser, which goes to Apple and returns with a form post.
package struct WebSignIn: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Begins an attempt for a client of kind `web` or `android`.
    ///
    /// - Parameters:
    ///   - name: the configured name of the client.
    ///   - requested: where to go afterwards: a path of this service or a configured URL. Nil means `/`.
    ///   - link: who vouches for a link to an account; nil for a plain sign-in.
    package func begin(
        client name: String, returnTo requested: String?, linking link: LinkRequest? = nil
    ) async throws(SignInError) -> BegunWebSignIn {
        let client = try environment.clients.find(name, kinds: [.web, .android])
        guard let target = ReturnTarget.decide(requested, allowed: client.returnURLs) else {
            throw .refused(.returnTargetRefused.naming(seen: requested, configured: client.returnURLs))
        }
        let (secret, proof) = try await SignInAttempts(environment: environment).begin(
            client, returningTo: target, linking: link)
        let request = AuthorizationRequest(
            client: client.id, redirectURI: environment.publicURL.callbackURL,
            response: .formPost(scopes: client.scopes), state: secret.text,
            nonce: secret.nonce(environment.secrets),
            codeChallenge: secret.codeVerifier(in: environment).map(AttemptSecret.codeChallenge))
        return BegunWebSignIn(
            authorizationURL: request.url(endpoints: client.team.apple.endpoints),
            flowID: Self.flowID(ofState: secret.text),
            browserProof: proof.text, lifetime: environment.policy.attemptLifetime, attempt: secret.id)
    }

    /// The part of the flow cookie's name that distinguishes a browser's flows.
    package static func flowID(ofState state: String) -> String {
        AttemptSecret.flowID(ofState: state)
    }

    /// The attempt's identifier, for the steps that the HTTP layer reports; nil for malformed text.
    package static func attemptID(ofState state: String) -> AttemptID? {
        AttemptSecret(text: state)?.id
    }

    /// Completes an attempt with the form from Apple.
    ///
    /// - Parameters:
    ///   - callback: the decoded form.
    ///   - issuer: the issuer that the form names (`iss`, RFC 9207); nil if it names none. Apple's forms name none. A
    ///     form that names another issuer than the attempt's signs nobody in, so that one provider's answer is never
    ///     taken for another's.
    ///   - browserProof: the value of the flow cookie for the form's `state`; nil if the cookie is missing.
    ///   - sessionCookie: the session cookie that the browser already has, if any. Its session ends only when the new
    ///     one begins. An invalid cookie is ignored.
    ///   - question: the question that the browser already has, if any.
    package func complete(
        _ callback: AuthorizationCallback, issuer: String? = nil, browserProof: String?,
        replacing sessionCookie: String? = nil, holding question: String? = nil
    ) async throws(SignInError) -> WebSignInOutcome {
        guard let secret = AttemptSecret(text: callback.state) else { throw .refused(.attemptUnknown) }
        do throws(SignInError) {
            return try await complete(
                callback, of: secret, issuer: issuer, browserProof: browserProof, replacing: sessionCookie)
        } catch {
            guard error == .refused(.attemptUsed) else { throw error }
            let arrived = try await ArrivedBrowser(environment: environment).find(
                secret, sessionCookie: sessionCookie, question: question)
            guard let arrived else { throw error }
            return arrived
        }
    }

    private func complete(
        _ callback: AuthorizationCallback, of secret: AttemptSecret, issuer: String?, browserProof: String?,
        replacing sessionCookie: String?
    ) async throws(SignInError) -> WebSignInOutcome {
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        let browser = SignInCaller.browser(proof: browserProof, session: replaced)
        guard case .authorized(let code, let identityToken?, _, let user) = callback else {
            let attempt = try await SignInAttempts(environment: environment).find(secret, by: browser)
            guard !attempt.isClaimed else { throw .refused(.attemptUsed) }
            return try await end(attempt, callback, issuer: issuer)
        }
        let pipeline = SignInPipeline(environment: environment)
        let attempt = try await pipeline.find(secret, by: browser)
        let answer = AppleAnswer(
            attempt: callback.state, identityToken: identityToken, code: code.secretValue, name: user, issuer: issuer)
        switch try await pipeline.complete(attempt, with: answer, by: browser) {
        case .signedIn(let signedIn):
            let target = returnTarget(of: attempt).met(by: signedIn.session.id, in: environment)
            return .signedIn(signedIn, returnTo: target)
        case .offersMerge(let signedIn, let offer): return .offersMerge(signedIn, offer.question)
        case .asks(let question): return .asks(question, returnTo: returnTarget(of: attempt))
        }
    }

    /// Handles a form without an identity token.
    private func end(
        _ attempt: FoundAttempt, _ callback: AuthorizationCallback, issuer: String?
    ) async throws(SignInError) -> WebSignInOutcome {
        let attempts = SignInAttempts(environment: environment)
        if let refusal = IdentityProof(environment: environment).refusal(ofIssuer: issuer, for: attempt) {
            try await attempts.countFailure(attempt)
            throw .refused(refusal)
        }
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

    /// The target was checked when the attempt began. It is checked again, because the configuration may have changed.
    private func returnTarget(of attempt: FoundAttempt) -> ReturnTarget {
        ReturnTarget.decide(attempt.row.returnTarget, allowed: attempt.client.returnURLs) ?? .start
    }
}

extension AuthorizationCallback {
    /// The `state` of the form, which identifies the attempt.
    package var state: String {
        switch self {
        case .authorized(_, _, let state, _), .cancelled(let state), .refused(_, let state): state
        }
    }
}
