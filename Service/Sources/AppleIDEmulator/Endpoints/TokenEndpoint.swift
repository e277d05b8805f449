import Hummingbird

/// `POST /auth/token`: codes and refresh tokens.
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
        } catch let refusal as Refusal {
            return .refused(refusal, client: client.clientID)
        }
    }

    private func grant(_ client: ClientRequest) throws -> (answer: TokenAnswer, person: String) {
        switch client.fields.filled("grant_type") {
        case "authorization_code":
            guard let code = client.fields.filled("code") else {
                throw Refusal.invalidRequest("code_missing", "code is missing.")
            }
            return try state.redeem(
                code, client: client.clientID, redirectURI: client.fields.filled("redirect_uri"),
                verifier: client.fields["code_verifier"])
        case "refresh_token":
            guard let token = client.fields.filled("refresh_token") else {
                // observed: a refresh token put into `code`
                throw Refusal.invalidRequest("refresh_token_missing", "refresh_token is missing.")
            }
            return try state.refresh(token, client: client.clientID)
        case nil:
            throw Refusal.invalidRequest("grant_type_missing", "grant_type is missing.")
        case let name?:
            throw Refusal(
                error: "unsupported_grant_type", cause: "grant_type_unsupported",
                explanation: "grant_type \(name) is not supported; there are authorization_code and refresh_token.")
        }
    }
}
