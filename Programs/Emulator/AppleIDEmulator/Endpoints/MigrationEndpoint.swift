import HTTPServing
import Hummingbird

/// `POST /auth/usermigrationinfo`: transfer identifiers for the team that gives an app away, and the people behind them
/// for the recipient (Apple: "Transferring your apps and users to another team", "Bringing new apps and users into your
/// team").
struct MigrationEndpoint: Sendable {
    let state: EmulatorState

    func answer(_ request: Request) async throws -> Answer {
        let client = try await ClientRequest(request, state: state, isMigration: true)
        do {
            let (json, person) = try state.migrate(
                MigrationRequest(
                    client.fields, client: client.clientID, teamID: client.teamID,
                    authorization: request.headers[.authorization]))
            var answer = Answer.json(json)
            answer.client = client.clientID
            answer.person = person
            return answer
        } catch let refusal as Refusal {
            return .refused(
                refusal, client: client.clientID, withDescription: state.read { $0.switches.descriptions })
        }
    }
}
