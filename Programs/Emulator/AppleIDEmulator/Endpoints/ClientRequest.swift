import HTTPServing
import Hummingbird

/// A form post of an authenticated client, to `/auth/token`, `/auth/revoke` or `/auth/usermigrationinfo`.
struct ClientRequest: Sendable {
    /// More than any real request needs, since secrets and tokens are short.
    static let maximumBody = 65_536

    let fields: FormFields
    let clientID: String
    /// The team whose key signed the secret.
    let teamID: String
    /// The checks that are waived for this request.
    let waived: Set<String>

    /// Checks the form first, then the client secret, and only then what the client requests. Apple was seen to do the
    /// same (Documentation/emulator-fidelity.md, "Token endpoint").
    ///
    /// - Parameter isMigration: whether a team that gave the client away can sign. It can for its access token, too.
    init(_ request: Request, state: EmulatorState, isMigration: Bool = false) async throws {
        let (switches, waived) = state.read { ($0.switches, $0.waived) }
        let form = ClientForm(
            mediaType: request.mediaType,
            fields: FormFields(decoding: try await request.bytes(upTo: Self.maximumBody)),
            authorization: request.headers[.authorization], takesBearer: isMigration, switches: switches)
        try ClientForm.checks.require(form, waived: waived)
        guard let fields = form.fields, let clientID = fields.filled("client_id"),
            let secret = fields.filled("client_secret")
        else { throw Refusal.invalidRequest("request_incomplete", "The request is not complete.") }
        var attempt = Self.attempt(secret, of: clientID, state)
        attempt.switches = switches
        let isForUsers = isMigration || fields["grant_type"] == "client_credentials"
        if isForUsers, let giver = attempt.giver { attempt.team = state.read { $0.teams[giver] } }
        try ClientSecretAttempt.checks.require(attempt, waived: waived)
        self.fields = fields
        self.clientID = clientID
        self.waived = waived
        teamID = attempt.team?.teamID ?? ""
    }

    private static func attempt(_ secret: String, of clientID: String, _ state: EmulatorState) -> ClientSecretAttempt {
        let (client, team, now, portal, transfers) = state.read { world in
            let client = world.client(clientID)
            return (
                client, client.flatMap { world.teams[$0.teamID] }, world.clock.now, world.portalView(of: clientID),
                world.portal.transfers(of: clientID)
            )
        }
        var attempt = ClientSecretAttempt(
            secret: secret, clientID: clientID, team: team,
            audiences: [state.baseURL, state.issuer, EmulatorConfiguration.appleIssuer], now: now)
        attempt.client = client
        attempt.portal = portal
        attempt.transfers = transfers
        attempt.primaryApp = client?.primaryApp
        attempt.verified = state.verifiedSecrets
        return attempt
    }
}
