import HTTPServing
import Hummingbird

/// A form post of an authenticated client, to `/auth/token` or `/auth/revoke`.
struct ClientRequest: Sendable {
    /// More than any real request needs, since secrets and tokens are short.
    static let maximumBody = 65_536

    let fields: FormFields
    let clientID: String
    /// The checks that are waived for this request.
    let waived: Set<String>

    /// Checks the form first, then the client secret, and only then what the client requests. Apple was seen to do the
    /// same (Documentation/emulator-fidelity.md, "Token endpoint").
    init(_ request: Request, state: EmulatorState) async throws {
        let (switches, waived) = state.read { ($0.switches, $0.waived) }
        let form = ClientForm(
            mediaType: request.mediaType,
            fields: FormFields(decoding: try await request.bytes(upTo: Self.maximumBody)),
            authorization: request.headers[.authorization], switches: switches)
        try ClientForm.checks.require(form, waived: waived)
        guard let fields = form.fields, let clientID = fields.filled("client_id"),
            let secret = fields.filled("client_secret")
        else { throw Refusal.invalidRequest("request_incomplete", "The request is not complete.") }
        let (client, team, now, portal) = state.read { world in
            let client = world.client(clientID)
            return (client, client.flatMap { world.teams[$0.teamID] }, world.clock.now, world.portalView(of: clientID))
        }
        var attempt = ClientSecretAttempt(
            secret: secret, clientID: clientID, team: team,
            audiences: [state.baseURL, state.issuer, EmulatorConfiguration.appleIssuer], now: now)
        attempt.client = client
        attempt.portal = portal
        attempt.primaryApp = client?.primaryApp
        attempt.switches = switches
        attempt.verified = state.verifiedSecrets
        try ClientSecretAttempt.checks.require(attempt, waived: waived)
        self.fields = fields
        self.clientID = clientID
        self.waived = waived
    }
}
