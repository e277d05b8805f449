import HTTPServing
import Hummingbird

/// `POST /auth/token`: codes, refresh tokens, and access tokens of teams for the migration of users.
struct TokenEndpoint: Sendable {
    let state: EmulatorState

    func answer(_ request: Request) async throws -> Answer {
        let client = try await ClientRequest(request, state: state)
        do {
            let (tokens, person) = try grant(client)
            var answer = Answer.json(tokens.json)
            answer.client = client.clientID
            answer.person = person
            return answer
        } catch let refusal as Refusal where refusal.cause == Refusal.unavailable.cause {
            var answer = Answer(status: .serviceUnavailable)
            answer.refusal = refusal
            answer.client = client.clientID
            return answer
        } catch let refusal as Refusal {
            return .refused(
                refusal, client: client.clientID, withDescription: state.read { $0.switches.descriptions })
        }
    }

    private func grant(_ client: ClientRequest) throws -> (answer: TokenAnswer, person: String?) {
        try GrantRequest.checks.require(GrantRequest(fields: client.fields), waived: client.waived)
        if let code = client.fields.filled("code"), client.fields["grant_type"] == "authorization_code" {
            let (answer, person) = try state.redeem(
                code, client: client.clientID, redirectURI: client.fields.filled("redirect_uri"),
                verifier: client.fields["code_verifier"])
            return (answer, person)
        }
        if client.fields["grant_type"] == "client_credentials" {
            return (try state.issueMigrationToken(to: client.clientID, of: client.teamID), nil)
        }
        let (answer, person) = try state.refresh(
            client.fields.filled("refresh_token") ?? "", client: client.clientID)
        return (answer, person)
    }
}
