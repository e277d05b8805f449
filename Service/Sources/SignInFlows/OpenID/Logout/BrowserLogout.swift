import AccountStorage
import Foundation

/// What to do about a request for a logout.
package enum LogoutOutcome: Sendable {
    /// It is done. The browser goes to the client's address, or sees that the person is signed out.
    case signedOut(redirect: String?)
    /// A page asks, because any page of the web could have sent the browser here.
    case ask(client: OpenIDClient?)
}

/// Signs a person out on behalf of a client (OpenID Connect RP-Initiated Logout).
///
/// The browser's cookie decides whose session ends. An ID token only saves the question, and names the address to
/// return to. Otherwise a leaked ID token could sign its owner out for ever.
package struct BrowserLogout: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Ends the browser's session if the ID token belongs to it, and asks otherwise. Without a cookie, ends the session
    /// of the client alone that the ID token names.
    ///
    /// Refuses with `oauth_parameter_repeated`, `oauth_parameter_invalid` and `post_logout_redirect_uri_refused`.
    ///
    /// - Parameter session: the session of the browser's cookie; nil if nobody is signed in.
    package func begin(
        _ parameters: OAuthParameters, session: SignedInSession?
    ) async throws(SignInError) -> LogoutOutcome {
        let request = try LogoutRequest(parameters, of: try environment.provider)
        guard let session else {
            if let hint = request.hint { try await end(hint.session, of: hint.subject) }
            return .signedOut(redirect: request.redirect)
        }
        guard try await belongs(request.hint, to: session) else { return .ask(client: request.client) }
        try await end(session.session.id, of: session.account.id.text)
        return .signedOut(redirect: request.redirect)
    }

    /// Ends the browser's session after the person confirmed it on our page.
    package func confirm(
        _ parameters: OAuthParameters, session: SignedInSession?
    ) async throws(SignInError) -> LogoutOutcome {
        let request = try LogoutRequest(parameters, of: try environment.provider)
        if let session { try await end(session.session.id, of: session.account.id.text) }
        return .signedOut(redirect: request.redirect)
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
    /// Where the browser goes afterwards; nil for a page of ours.
    let redirect: String?

    init(_ parameters: OAuthParameters, of provider: OpenIDProvider) throws(SignInError) {
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        hint = parameters["id_token_hint"].flatMap { IDTokenHint($0, of: provider.idTokens) }
        let named = parameters["client_id"]
        if let named, let hint, !hint.client.utf8.elementsEqual(named.utf8) {
            throw .refused(.oauthParameterInvalid)
        }
        client = (hint?.client ?? named).flatMap { provider.clients.find($0) }
        // Without an ID token, an address would make this an open redirector that also signs out (RFC 9700 section
        // 4.11).
        guard let requested = parameters["post_logout_redirect_uri"], hint != nil, let client else {
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
}
