import AccountStorage
import Foundation

/// Revokes a client's tokens (RFC 7009). Either token ends the whole session.
package struct TokenRevocation: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Ends the session of a token. A token that is unknown is no error (RFC 7009 section 2.2).
    ///
    /// Refuses what ``ClientCredentials`` refuses, and with `oauth_parameter_missing` and `token_of_another_client`.
    package func revoke(
        _ parameters: OAuthParameters, by credentials: ClientCredentials
    ) async throws(SignInError) {
        let client = try credentials.authenticate(among: try environment.provider.clients)
        guard parameters.repeatedNames.isEmpty else { throw .refused(.oauthParameterRepeated) }
        guard let token = parameters["token"] else { throw .refused(.oauthParameterMissing) }
        guard let found = try await ClientTokenReading(environment: environment).find(token) else { return }
        guard found.granted.client == client.id else { throw .refused(.tokenOfAnotherClient) }
        let (id, now, auditID) = (found.granted.id, environment.instant, AuditEntryID.timeOrdered(environment))
        try await environment.write { records in
            guard let session = try records.findSession(id), try records.endSession(id, at: now) else { return }
            // The client knows already.
            _ = try records.removeLogoutNotice(id)
            try records.recordAudit(AuditEntry(id: auditID, .sessionEnded, of: session, reason: "client", at: now))
        }
    }
}
