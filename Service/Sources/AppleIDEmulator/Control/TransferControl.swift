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
        return try state.read { world in
            var transfers = world.portal.transfers.values.sorted { $0.number < $1.number }
            if let wanted {
                _ = try world.portal.team(wanted)
                transfers = world.portal.transfers(ofTeam: wanted)
            }
            return .json(.object([("transfers", .array(transfers.map { $0.json(world.switches) }))]))
        }
    }

    private func start(_ request: Request) async throws -> Answer {
        let call = try await request.control(StartCall.self)
        return answer(try state.startTransfer(of: call.bundleId, from: call.teamId, to: call.to), .created)
    }

    private func accept(_ request: Request) async throws -> Answer {
        let call = try await request.control(AnswerCall.self)
        return answer(try state.acceptTransfer(of: call.bundleId, by: call.teamId))
    }

    private func cancel(_ request: Request) async throws -> Answer {
        let call = try await request.control(AnswerCall.self)
        return answer(try state.cancelTransfer(of: call.bundleId, by: call.teamId))
    }

    private func answer(_ transfer: AppTransfer, _ status: HTTPResponse.Status = .ok) -> Answer {
        .json(transfer.json(state.read { $0.switches }), status: status)
    }
}

extension AppTransfer {
    fileprivate func json(_ switches: Switches) -> OrderedJSON {
        func time(_ seconds: Int?) -> OrderedJSON { seconds.map { .integer($0) } ?? .null }
        return .object([
            ("number", .integer(number)), ("bundle_id", .string(primaryApp)), ("from", .string(from)),
            ("to", .string(to)), ("state", .string(standing)), ("clients", .array(of: clients)),
            ("started_at", .integer(startedAt)), ("accepted_at", time(acceptedAt)), ("canceled_at", time(canceledAt)),
            ("deadline", time(deadline(switches))),
        ])
    }
}
