import HTTPServing
import HTTPTypes
import Hummingbird

/// `/_emulator/portal/transfers`: what the portal's page "Transfer an app" does.
struct TransferControl: Sendable {
    struct StartCall: ControlCall {
        let teamId: String
        let bundleId: String
        /// The Team ID of the recipient.
        let to: String

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, bundleId, to
        }
    }

    struct AnswerCall: ControlCall {
        let teamId: String
        let bundleId: String

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, bundleId
        }
    }

    struct ListReply: Encodable, Sendable {
        let transfers: [Reply]
    }

    struct Reply: Encodable, Sendable {
        let number: Int
        let bundleId: String
        let from: String
        let to: String
        let state: String
        let clients: [String]
        let startedAt: Int
        let acceptedAt: Int?
        let canceledAt: Int?
        /// When both teams lose the endpoint, and tokens the claim.
        let deadline: Int?
    }

    let state: EmulatorState

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        func control(
            _ method: HTTPRequest.Method, _ path: String, query: [String] = [],
            _ endpoint: @escaping EndpointRunner.Endpoint
        ) {
            let path = RouterPath("/_emulator/portal/transfers" + path)
            runner.addControl(method, path, query: query, state, to: router) { request in
                do {
                    return try await endpoint(request)
                } catch let refusal as PortalRefusal {
                    throw refusal.control
                }
            }
        }
        control(.get, "", query: ["team_id"], list)
        control(.post, "", start)
        control(.post, "/accept", accept)
        control(.post, "/cancel", cancel)
    }

    /// All transfers, or with `?team_id=…` those from and to one team.
    private func list(_ request: Request) throws -> Answer {
        let wanted = FormFields(decoding: (request.uri.query ?? "").utf8)?["team_id"]
        let found = try state.read { world in
            var transfers = world.portal.transfers.values.sorted { $0.number < $1.number }
            if let wanted {
                _ = try world.portal.team(wanted)
                transfers = world.portal.transfers(ofTeam: wanted)
            }
            return transfers.map { [switches = world.switches] in Reply($0, switches) }
        }
        return try .reply(ListReply(transfers: found))
    }

    private func start(_ request: Request) async throws -> Answer {
        let call = try await request.control(StartCall.self)
        return try answer(state.startTransfer(of: call.bundleId, from: call.teamId, to: call.to), .created)
    }

    private func accept(_ request: Request) async throws -> Answer {
        let call = try await request.control(AnswerCall.self)
        return try answer(state.acceptTransfer(of: call.bundleId, by: call.teamId))
    }

    private func cancel(_ request: Request) async throws -> Answer {
        let call = try await request.control(AnswerCall.self)
        return try answer(state.cancelTransfer(of: call.bundleId, by: call.teamId))
    }

    private func answer(_ transfer: AppTransfer, _ status: HTTPResponse.Status = .ok) throws -> Answer {
        try .reply(Reply(transfer, state.read { $0.switches }), status: status)
    }
}

extension TransferControl.Reply {
    fileprivate init(_ transfer: AppTransfer, _ switches: Switches) {
        number = transfer.number
        bundleId = transfer.primaryApp
        (from, to, state) = (transfer.from, transfer.to, transfer.standing)
        clients = transfer.clients
        (startedAt, acceptedAt, canceledAt) = (transfer.startedAt, transfer.acceptedAt, transfer.canceledAt)
        deadline = transfer.deadline(switches)
    }
}
