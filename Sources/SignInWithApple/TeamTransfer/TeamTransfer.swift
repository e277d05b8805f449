import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Transfers the users of an app that changes its developer team.
///
/// The transferring team fetches a transfer identifier for every user, before the app is accepted and up to 60 days
/// after. The receiving team exchanges the identifiers within the same 60 days. Tokens of people who sign in during
/// that time contain their identifier (`VerifiedIdentityToken.transferSubject`). Afterwards the endpoint no longer
/// works for that app.
///
/// One access token serves for an hour and any number of users. Both calls give the same answer when they are repeated,
/// so an interrupted transfer can simply continue. Apple's refusals arrive as `AppleCallFailure.refused`:
/// `invalid_request` for a person who stopped using the app before, for a wrong team or a token that does not belong to
/// the client, and `invalid_client` for the client secret.
///
/// Sources: Apple, "Transferring your apps and users to another team", "Bringing new apps and users into your team",
/// TN3107, TN3159.
public final class TeamTransfer: Sendable {
    /// Seconds before its expiry from which a token is no longer used.
    private static let reserve: TimeInterval = 60

    private let apple: AppleClient
    private let client: ClientID
    /// Waits for so many seconds.
    let pause: @Sendable (TimeInterval) async throws -> Void
    private let token = Guarded<HeldToken?>(nil)

    private struct HeldToken: Sendable {
        let token: AccessToken
        let obtainedAt: Date
        let expiresAt: Date
    }

    /// Creates a transfer of one app, for the team that the client belongs to.
    /// - Parameters:
    ///   - apple: the client of that team.
    ///   - client: the app's id (bundle id or Services ID), which does not change.
    public init(_ apple: AppleClient, of client: ClientID) {
        self.apple = apple
        self.client = client
        pause = { try await Task.sleep(nanoseconds: UInt64($0 * 1e9)) }
    }

    /// Tests pass in how to wait.
    init(
        _ apple: AppleClient, of client: ClientID, pause: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.apple = apple
        self.client = client
        self.pause = pause
    }

    /// Fetches an access token and throws why Apple gives none. It moves nobody, so it shows before a run whether key, team
    /// and client belong together.
    ///
    /// The receiving team gets a token only once it has the app. Before, Apple answers `invalid_client`.
    public func checkCredentials() async throws(AppleCallFailure) {
        _ = try await fetchToken()
    }

    /// Fetches a user's transfer identifier. For the team that transfers the app.
    public func fetchTransferIdentifier(
        of subject: AppleUserID, to recipient: TeamID
    ) async throws(AppleCallFailure) -> TransferIdentifier {
        let ourTeam = apple.configuration.teamID
        // People pass a team id as the subject by mistake. Apple answers only `invalid_request`.
        guard subject.rawValue.isIdentifier, subject.rawValue != ourTeam.rawValue,
            subject.rawValue != recipient.rawValue
        else { throw .notSent(.transferSubjectInvalid) }
        guard recipient.fault == nil, recipient != ourTeam else { throw .notSent(.transferTargetInvalid) }
        let reply = try await migrate(
            .transferIdentifier, [(name: "sub", value: subject.rawValue), (name: "target", value: recipient.rawValue)])
        guard let identifier = reply.identifier("transfer_sub") else { throw .malformedReply(.replyIncomplete) }
        return TransferIdentifier(rawValue: identifier)
    }

    /// Fetches a user's identifier in the new team. For the team that receives the app.
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

    /// Replaces once a token that Apple no longer accepts (`invalid_grant`).
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

    /// Fetches a token if there is none, so that calls that begin together do not each fetch one. A failure is left to
    /// the calls.
    func holdToken() async {
        if heldToken() == nil { _ = try? await fetchToken() }
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
