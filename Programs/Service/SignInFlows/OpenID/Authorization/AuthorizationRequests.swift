import AccountStorage
import Foundation

/// Answers authorization requests: with a code, an error, a sign-in, or a question to the person (OpenID Connect Core
/// section 3.1.2).
package struct AuthorizationRequests: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Answers a new request.
    ///
    /// Throws `oauth_client_not_named`, `oauth_client_unknown` and `redirect_uri_refused`, which are shown as a page.
    /// All other faults of the request are an answer to the client. A fault of the database is thrown.
    ///
    /// - Parameter session: the session of the browser's cookie; nil if nobody is signed in.
    package func begin(
        _ parameters: OAuthParameters, session: SignedInSession?
    ) async throws(SignInError) -> AuthorizationOutcome {
        let pending = PendingAuthorization(
            parameters.only(AuthorizationParameters.names), askedAt: environment.instant)
        return try await answer(pending, session: session, approval: nil)
    }

    /// Goes on with a request after a sign-in or a question.
    ///
    /// Throws also `authorization_request_over`, which is shown as a page.
    ///
    /// - Parameters:
    ///   - request: the signed request, from the address or the page.
    ///   - approval: the person's answer; nil after a sign-in.
    package func resume(
        _ request: String, session: SignedInSession?, approval: Approval?
    ) async throws(SignInError) -> AuthorizationOutcome {
        guard let pending = PendingAuthorization(text: request, environment.secrets),
            ClockDifference.isWithin(OpenIDProvider.requestLifetime, pending.askedAt, at: environment.instant)
        else { throw .refused(.authorizationRequestOver) }
        return try await answer(pending, session: session, approval: approval)
    }

    /// The signed request in a path to which a sign-in returns; nil for any other path.
    package static func request(inReturnPath path: String) -> String? { PendingAuthorization.text(inReturnPath: path) }

    /// The parameters of a signed request; nil if this service did not make the request.
    package func parameters(of request: String) -> OAuthParameters? {
        PendingAuthorization(text: request, environment.secrets)?.parameters
    }

    /// The client of a signed request; nil if this service did not make the request.
    package func waitingClient(of request: String) -> WaitingClient? {
        guard let parameters = parameters(of: request), let id = parameters["client_id"] else { return nil }
        return WaitingClient(id: id, locales: parameters["ui_locales"])
    }

    private func answer(
        _ pending: PendingAuthorization, session: SignedInSession?, approval: Approval?
    ) async throws(SignInError) -> AuthorizationOutcome {
        let request: ProvenAuthorizationRequest
        let checks = AuthorizationParameters(
            provider: try environment.provider, issuer: environment.publicURL.origin)
        do throws(AuthorizationFault) {
            request = try checks.prove(pending.parameters, expecting: pending.subject)
        } catch {
            switch error {
            case .page(let code): throw .refused(code)
            case .answer(let answer): return .answer(answer)
            }
        }
        let session = session.flatMap { isOfSameTeam($0.session, request.client) ? $0 : nil }
        let situation = AuthorizationDecision.Situation(
            session: session, agreed: try await agreed(session, request), metBy: pending.session,
            freshSignInWindow: environment.policy.freshSignInWindow, now: environment.instant,
            approval: approval.map { (pending.askedAccount, pending.isConsent, $0) })
        let decision = AuthorizationDecision.decide(request, in: situation)
        switch (decision, session) {
        case (.refuse(let error), _): return .answer(request.address.answer(error))
        case (.issue, let session?):
            let consents = request.client.consent == .once && approval == .allowed && pending.isConsent
            return try await issue(request, to: session, consents: consents, pending)
        case (.askForConsent, let session?): return ask(pending, request, session, isConsent: true)
        case (.askToContinue, let session?): return ask(pending, request, session, isConsent: false)
        default: return signIn(pending, request)
        }
    }

    private func signIn(
        _ pending: PendingAuthorization, _ request: ProvenAuthorizationRequest
    ) -> AuthorizationOutcome {
        .signIn(
            client: request.client.appleClient,
            returnTo: pending.naming(request.hint).returnPath(environment.secrets))
    }

    private func ask(
        _ pending: PendingAuthorization, _ request: ProvenAuthorizationRequest, _ session: SignedInSession,
        isConsent: Bool
    ) -> AuthorizationOutcome {
        let asked = pending.naming(request.hint, askedOf: session.account.id, isConsent: isConsent)
        return .ask(
            AuthorizationQuestion(
                client: request.client, account: session.account, scope: request.scope, isConsent: isConsent,
                request: asked.text(environment.secrets), locales: pending.parameters["ui_locales"]))
    }

    private func agreed(
        _ session: SignedInSession?, _ request: ProvenAuthorizationRequest
    ) async throws(SignInError) -> OpenIDScopes {
        guard request.client.consent == .once, let account = session?.account.id else { return [] }
        let client = request.client.id
        let consent = try await environment.read { records in
            try records.findClientConsent(of: account, for: client)
        }
        return OpenIDScopes(consent?.scope ?? "")
    }

    /// Apple's `sub` differs between teams, and an operator may serve several brands. A session of another team's
    /// client does not count.
    private func isOfSameTeam(_ session: Session, _ client: OpenIDClient) -> Bool {
        guard session.platform != .native, session.platform != .openID,
            let began = environment.clients.find(session.clientID),
            let asked = environment.clients.find(client.appleClient)
        else { return false }
        return began.team.name == asked.team.name
    }

    /// Stores a code, and the consent that it rests on.
    private func issue(
        _ request: ProvenAuthorizationRequest, to session: SignedInSession, consents: Bool,
        _ pending: PendingAuthorization
    ) async throws(SignInError) -> AuthorizationOutcome {
        try environment.spend(.clientSignIn, of: session.account.id.bytes)
        let secret = OneUseSecret(bytes: environment.randomBytes(OneUseSecret.length))
        let now = environment.instant
        let lifetime = try environment.provider.codeLifetime.timeInterval
        // A person who is asked for consent reads the scopes, so single claims must not go beyond them.
        let known = UserClaims.claims(
            within: request.client.consent == .once ? request.scope : request.client.scopes)
        let code = ClientAuthorizationCode(
            id: secret.codeID, client: request.client.id, redirectURI: request.address.redirectURI,
            scope: request.scope.text, codeChallenge: request.codeChallenge, nonce: request.nonce,
            claims: request.claims.stored(within: known), parentID: session.session.id,
            accountID: session.account.id, createdAt: now, expiresAt: now.addingTimeInterval(lifetime))
        let reading = SessionReading(environment)
        let isStored = try await environment.write { records in
            // The session may have ended since the request was authenticated.
            guard case .success = try reading.find(session.session.id, in: records, at: now) else { return false }
            if consents {
                let before = try records.findClientConsent(of: code.accountID, for: code.client)?.scope ?? ""
                let scope = OpenIDScopes(before).union(request.scope)
                try records.recordClientConsent(
                    ClientConsent(
                        accountID: code.accountID, client: code.client, scope: scope.sortedText,
                        givenAt: now))
            }
            try records.recordAuthorizationCode(code)
            return true
        }
        guard isStored else {
            return request.prompt.contains(.none)
                ? .answer(request.address.answer(.loginRequired)) : signIn(pending, request)
        }
        return .answer(request.address.answer(code: secret.text))
    }
}

extension OneUseSecret {
    /// The row of the authorization code with this text.
    var codeID: ClientAuthorizationCodeID { id("authorization-code") }
}
