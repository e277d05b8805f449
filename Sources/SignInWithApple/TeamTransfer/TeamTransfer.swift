import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Takes people along when an app changes its developer team.
///
/// The team that gives the app away asks for a transfer identifier for every person, before the app is accepted and up to
/// 60 days after; the team that takes it over exchanges them within the same 60 days. People who sign in meanwhile bring
/// theirs along (`VerifiedIdentityToken.transferSubject`). Afterwards the endpoint is dead for that app.
///
/// One token serves for an hour and any number of people. Both calls give the same answer when they are repeated, so a
/// transfer that stopped halfway simply goes on. What Apple refuses, as `AppleCallFailure.refused`:
/// `invalid_request` for somebody who stopped using the app before, for a wrong team or a token that does not belong to the
/// client; `invalid_client` for the client secret.
///
/// Sources: Apple, "Transferring your apps and users to another team", "Bringing new apps and users into your team",
/// TN3107, TN3159.
public final class TeamTransfer: Sendable {
    /// Seconds before its end from which a token is not used any more.
    private static let reserve: TimeInterval = 60

    private let apple: AppleClient
    private let client: ClientID
    private let token = Guarded<HeldToken?>(nil)

    private struct HeldToken: Sendable {
        let token: AccessToken
        let obtainedAt: Date
        let expiresAt: Date
    }

    /// A transfer of one app, by the team whose client this is.
    /// - Parameters:
    ///   - apple: the client of that team.
    ///   - client: the app's id (bundle id or Services ID), which does not change.
    public init(_ apple: AppleClient, of client: ClientID) {
        self.apple = apple
        self.client = client
    }

    /// Asks for what somebody is called between the teams: for the team that gives the app away.
    public func fetchTransferIdentifier(
        of subject: AppleUserID, to recipient: TeamID
    ) async throws(AppleCallFailure) -> TransferIdentifier {
        let ourTeam = apple.configuration.teamID
        // Passing a team id as the subject is the mistake people make; Apple answers a bare `invalid_request`.
        guard subject.rawValue.isIdentifier, subject.rawValue != ourTeam.rawValue,
            subject.rawValue != recipient.rawValue
        else { throw .notSent(.transferSubjectInvalid) }
        guard recipient.rawValue.isIdentifier, recipient != ourTeam else { throw .notSent(.transferTargetInvalid) }
        let reply = try await migrate(
            .transferIdentifier, [(name: "sub", value: subject.rawValue), (name: "target", value: recipient.rawValue)])
        guard let identifier = reply.identifier("transfer_sub") else { throw .malformedReply(.replyIncomplete) }
        return TransferIdentifier(rawValue: identifier)
    }

    /// Asks who somebody is in the new team: for the team that takes the app over.
    public func fetchPerson(
        behind identifier: TransferIdentifier
    ) async throws(AppleCallFailure) -> TransferredPerson {
        guard identifier.rawValue.isIdentifier else { throw .notSent(.transferSubjectInvalid) }
        let reply = try await migrate(
            .transferredPerson, [(name: "transfer_sub", value: identifier.rawValue)])
        guard let subject = reply.identifier("sub") else { throw .malformedReply(.replyIncomplete) }
        let email = reply.text("email").flatMap { VerifiedEmail.hasForm(of: $0) ? $0 : nil }
        return TransferredPerson(
            subject: AppleUserID(rawValue: subject), email: email, isPrivateEmail: reply.flag("is_private_email"))
    }

    /// A token that Apple does not take any more (`invalid_grant`) is replaced once.
    private func migrate(
        _ call: AppleCallEvent.Call, _ parameters: [(name: String, value: String)]
    ) async throws(AppleCallFailure) -> JSONObject {
        let response: TransportResponse
        if let held = heldToken() {
            do throws(AppleCallFailure) {
                response = try await send(call, parameters, with: held)
            } catch {
                guard case .refused(let refusal) = error, refusal.code == TokenEndpointError.invalidGrant else {
                    throw error
                }
                response = try await send(call, parameters, with: try await fetchToken())
            }
        } else {
            response = try await send(call, parameters, with: try await fetchToken())
        }
        guard let reply = try? StrictJSONReader.readObject(response.body) else { throw .malformedReply(.replyNotJSON) }
        return reply
    }

    private func send(
        _ call: AppleCallEvent.Call, _ parameters: [(name: String, value: String)], with token: AccessToken
    ) async throws(AppleCallFailure) -> TransportResponse {
        try await apple.call(call, apple.endpoints.userMigration, for: client, parameters, bearer: token)
    }

    private func heldToken() -> AccessToken? {
        let now = apple.now()
        return token.access { held in
            guard let held, held.obtainedAt <= now, now < held.expiresAt else { return nil }
            return held.token
        }
    }

    private func fetchToken() async throws(AppleCallFailure) -> AccessToken {
        let parameters = [(name: "grant_type", value: "client_credentials"), (name: "scope", value: "user.migration")]
        let obtainedAt = apple.now()
        let reply = try TokenReply(try await apple.call(.transferToken, apple.endpoints.token, for: client, parameters))
        let life = max(TimeInterval(reply.expiresIn) - Self.reserve, 0)
        token.access {
            $0 = HeldToken(
                token: reply.accessToken, obtainedAt: obtainedAt, expiresAt: obtainedAt.addingTimeInterval(life))
        }
        return reply.accessToken
    }
}
