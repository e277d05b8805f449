import Hummingbird

/// A form post of a client that has proven who it is; the door of `/auth/token` and `/auth/revoke`.
struct ClientRequest: Sendable {
    /// More than any real request; secrets and tokens are short.
    static let maximumBody = 65_536

    let fields: FormFields
    let clientID: String

    /// Shape first, then the client secret, before anything the request asks for (observed: server.md, 2.4).
    init(_ request: Request, state: EmulatorState) async throws {
        guard request.mediaType == "application/x-www-form-urlencoded" else {
            throw Refusal.invalidRequest(
                "content_type", "The body must be application/x-www-form-urlencoded, not \(request.mediaType).")
        }
        guard let fields = FormFields(decoding: try await request.bytes(upTo: Self.maximumBody)) else {
            throw Refusal.invalidClient("body_encoding", "The body is not percent-encoded UTF-8.")
        }
        if let name = fields.repeatedName {
            throw Refusal.invalidRequest("parameter_repeated", "The parameter \(name) was sent more than once.")
        }
        guard let clientID = fields.filled("client_id") else {
            throw Refusal.invalidRequest("client_missing", "client_id is missing from the body.")
        }
        guard let secret = fields.filled("client_secret") else {
            throw Refusal.invalidRequest(
                "secret_missing", "client_secret is missing from the body; Apple knows no other client authentication.")
        }
        let (team, now) = state.read { world in
            (world.client(clientID).flatMap { world.teams[$0.teamID] }, world.clock.now)
        }
        try ClientSecretAttempt.checks.require(
            ClientSecretAttempt(
                secret: secret, clientID: clientID, team: team,
                audiences: [state.baseURL, state.issuer, "https://appleid.apple.com"], now: now))
        self.fields = fields
        self.clientID = clientID
    }
}
