package import SignInWithApple

/// What a page needs to set up Apple's script (`AppleID.auth.init`).
package struct BegunScriptSignIn: Sendable {
    /// The client ID at Apple.
    package let clientID: String
    /// The return URL of the page's origin.
    package let redirectURI: String
    /// What Apple's page asks people for.
    package let scope: String
    /// Identifies the attempt when it is completed. A secret of this page.
    package let state: String
    /// The nonce, which the script passes to Apple unchanged.
    package let nonce: String
    /// The S256 code challenge; nil if the policy uses none.
    package let codeChallenge: String?
    /// Seconds until the attempt expires.
    package let expiresIn: Int
}

/// The result of a sign-in with Apple's script, and what the page gets.
package struct FinishedScriptSignIn: Sendable {
    /// A session or a question.
    package let outcome: SignInOutcome
    /// What the client's pages get.
    package let result: ScriptRegistration.Result
}

/// Sign-in on a page that uses Apple's script with a popup. The page sends Apple's answer itself.
///
/// An attempt belongs to the client and the origin for which it was begun. The browser names the origin, and a page's
/// scripts cannot change it (Fetch Standard, section 3.2). So a page of another site can neither begin a sign-in nor
/// complete one in somebody's browser (login CSRF, RFC 6749 section 10.12).
package struct ScriptSignIn: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Begins an attempt for a page of a client of kind `web`.
    ///
    /// Refuses with `script_origin_refused` if the client has no return URL on the page's origin.
    package func begin(client name: String, on origin: String) async throws(SignInError) -> BegunScriptSignIn {
        let client = try environment.clients.find(name, kinds: [.web])
        guard let page = ScriptPage(of: client, at: origin),
            page.result == .tokens || origin == environment.publicURL.origin
        else {
            let origins = (client.script?.returnURLs ?? [:]).keys
            throw .refused(.scriptOriginRefused.naming(seen: origin, configured: origins))
        }
        let secret = await SignInAttempts(environment: environment).begin(page)
        let scopes = AuthorizationRequest.Scope.allCases.filter(client.scopes.contains)
        return BegunScriptSignIn(
            clientID: client.id.rawValue, redirectURI: page.returnURL,
            scope: scopes.map(\.rawValue).joined(separator: " "), state: secret.text,
            nonce: secret.nonce(environment.secrets),
            codeChallenge: secret.codeVerifier(in: environment).map(AttemptSecret.codeChallenge),
            expiresIn: Int(environment.policy.attemptLifetime.components.seconds))
    }

    /// Completes an attempt with the answer that Apple's script gave to the page.
    ///
    /// - Parameters:
    ///   - origin: the origin of the page.
    ///   - canAsk: whether the page can ask the person a question.
    ///   - sessionCookie: the session cookie that the browser already has. If the client's pages get a cookie, its
    ///     session ends when the new one begins.
    package func complete(
        _ callback: AuthorizationCallback, on origin: String, canAsk: Bool, replacing sessionCookie: String? = nil
    ) async throws(SignInError) -> FinishedScriptSignIn {
        guard let secret = AttemptSecret(text: callback.state) else { throw .refused(.attemptUnknown) }
        let result = page(of: secret, on: origin)?.result ?? .tokens
        let replaced = sessionCookie.flatMap { SessionTokens(secrets: environment.secrets).readCookie($0) }
        let caller = SignInCaller.page(
            origin: origin, session: result == .cookie ? replaced : nil, canAsk: canAsk)
        guard case .authorized(let code, let identityToken?, _, let user) = callback else {
            _ = try await SignInAttempts(environment: environment).find(secret, by: caller)
            throw .refused(.identityTokenMissing)
        }
        let pipeline = SignInPipeline(environment: environment)
        let attempt = try await pipeline.find(secret, by: caller)
        let answer = AppleAnswer(
            attempt: callback.state, identityToken: identityToken, code: code.secretValue, name: user)
        let outcome = try await pipeline.complete(attempt, with: answer, by: caller)
        return FinishedScriptSignIn(outcome: try canAsk ? outcome : withoutAsking(outcome), result: result)
    }

    /// What a page gets that cannot ask. The same answer may have been sent before in a call that can, and its question may
    /// still be open.
    private func withoutAsking(_ outcome: SignInOutcome) throws(SignInError) -> SignInOutcome {
        switch outcome {
        case .signedIn(let signedIn), .offersMerge(let signedIn, _): return .signedIn(signedIn)
        case .asks: throw .refused(.questionOver)
        }
    }

    /// The page of the origin for which the attempt was begun; nil if it was not begun there.
    private func page(of secret: AttemptSecret, on origin: String) -> ScriptPage? {
        environment.clients.scriptPages(at: origin).first { secret.isSigned(for: .page($0), environment.secrets) }
    }
}
