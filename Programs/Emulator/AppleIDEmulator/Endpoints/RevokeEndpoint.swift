import HTTPServing
import Hummingbird

/// `POST /auth/revoke`: an empty 200 for any token of an authenticated client
/// (Documentation/emulator-fidelity.md, "Revocation, keys, discovery").
struct RevokeEndpoint: Sendable {
    let state: EmulatorState

    func answer(_ request: Request) async throws -> Answer {
        let client = try await ClientRequest(request, state: state)
        guard let token = client.fields.filled("token") else {
            return .refused(.invalidRequest("token_missing", "token is missing."), client: client.clientID)
        }
        var answer = Answer(headers: [("Cache-Control", "no-store"), ("Pragma", "no-cache")])
        switch try state.revoke(token, client: client.clientID, hint: client.fields.filled("token_type_hint")) {
        case .success(let grant): answer.person = grant.person
        case .failure(let refusal) where refusal.error == "invalid_request":
            return .refused(refusal, client: client.clientID)
        case .failure(let refusal): answer.refusal = refusal
        }
        answer.client = client.clientID
        return answer
    }
}
