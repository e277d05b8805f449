import AccountStorage
import Foundation

/// What to do about a request for a logout.
package enum LogoutOutcome: Sendable {
    /// It is done. The browser goes to the client's address, or a page says that the person is signed out and offers a
    /// way back to the client.
    case signedOut(redirect: String?, wayBack: WayBack?)
    /// A page asks, because any page of the web could have sent the browser here.
    case ask(client: OpenIDClient?)
}

/// Where a person can go on after a logout that leads nowhere by itself.
package struct WayBack: Sendable, Equatable {
    /// The client's name.
    package let client: String
    /// One of its registered addresses, or its start page.
    package let address: String
}

/// Signs a person out on behalf of a client (OpenID Connect RP-Initiated Logout).
///
/// The browser's cookie decides whose session ends. An ID token only saves the question. Otherwise a leaked ID token could
/// sign its owner out for ever. Without one, it takes the person's click to get back to the client: together with the
/// exact address of a named client, that confirms the target (RP-Initiated Logout section 3).
package struct BrowserLogout: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Ends the browser's session if the ID token belongs to it, and asks otherwise. Without a cookie, ends the session
    /// of the client alone that the ID token names, and asks nothing.
    ///
    /// Refuses with `oauth_parameter_repeated`, `oauth_parameter_invalid` and `post_logout_redirect_uri_refused`.
    ///
    /// - Parameter session: the session of the browser's cookie; nil if nobody is signed in.
    package func begin(
        _ parameters: OAuthParameters, session: SignedInSession?
    ) async throws(SignInError) -> LogoutOutcome {
        let request = try LogoutRequest(parameters, of: try environment.provider)
        guard let session else {
            guard let hint = request.hint else { return .signedOut(redirect: nil, wayBack: request.wayBack) }
            try await end(hint.session, of: hint.subject)
            return request.signedOut
        }
        guard try await belongs(request.hint, to: session) else { return .ask(client: request.client) }
        try await end(session.session.id, of: session.account.id.text)
        return request.signedOut
    }

    /// Ends the browser's session after the person confirmed it on our page, and leads back to the client.
    package func confirm(
        _ parameters: OAuthParameters, session: SignedInSession?
    ) async throws(SignInError) -> LogoutOutcome {
        let request = try LogoutRequest(parameters, of: try environment.provider)
        if let session { try await end(session.session.id, of: session.account.id.text) }
        return request.signedOut
    }

    /// The `client_id` of the client that asks: the one of the ID token, or the one that is named.
    package func client(of parameters: OAuthParameters) -> String? {
        let hint = parameters["id_token_hint"].flatMap { token in
            environment.openID.flatMap { IDTokenHint(token, of: $0.idTokens) }
        }
        return hint?.client ?? parameters["client_id"]
    }

    private func belongs(_ hint: IDTokenHint?, to session: SignedInSession) async throws(SignInError) -> Bool {
        guard let hint, hint.subject == session.account.id.text else { return false }
        let granted = try await environment.read { records in try records.findClientSession(hint.session) }
        return granted?.parentID == session.session.id
    }

    private func end(_ id: SessionID, of subject: String) async throws(SignInError) {
        let (now, auditID) = (environment.instant, AuditEntryID.timeOrdered(environment))
        try await environment.write { records in
            guard let session = try records.findSession(id), session.accountID.text == subject,
                try records.endSession(id, at: now)
            else { return }
            try records.recordAudit(AuditEntry(id: auditID, .sessionEnded, of: session, reason: "client", at: now))
        }
    }
}

/// The parameters of a request for a logout, checked.
private struct LogoutRequest {
    /// An ID token of ours; nil if there is none, or it is not ours.
    let hint: IDTokenHint?
    let client: OpenIDClient?
    /// Where the client wants the browser afterwards; nil if it does not say so, or is unknown.
    let redirect: String?

    init(_ parameters: OAuthParameters, of provider: OpenIDProvider) throws(SignInError) {
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        hint = parameters["id_token_hint"].flatMap { IDTokenHint($0, of: provider.idTokens) }
        let named = parameters["client_id"]
        if let named, let hint, !hint.client.utf8.elementsEqual(named.utf8) {
            throw .refused(.oauthParameterInvalid)
        }
        client = (hint?.client ?? named).flatMap { provider.clients.find($0) }
        // An address of nobody would make this an open redirector (RFC 9700 section 4.11).
        guard let requested = parameters["post_logout_redirect_uri"], let client else {
            redirect = nil
            return
        }
        guard client.postLogoutRedirectURIs.contains(where: { $0.matches(requested) }) else {
            throw .refused(.postLogoutRedirectURIRefused)
        }
        redirect =
            parameters["state"].map { state in
                AuthorizationAnswer(
                    client: client.id, redirectURI: requested, mode: .query, parameters: [("state", state)], error: nil
                ).location
            } ?? requested
    }

    /// The outcome of a request that needs no more questions.
    var signedOut: LogoutOutcome { .signedOut(redirect: redirect, wayBack: wayBack) }

    /// What a page of ours offers: the address that the client wants, or its start page.
    var wayBack: WayBack? {
        guard let client, let address = redirect ?? client.homeURL else { return nil }
        return WayBack(client: client.name, address: address)
    }
}
