import HTTPServing
import Hummingbird

/// `/_emulator/faults` and `/_emulator/gates`: sets, lists and removes faults, and opens gates.
struct FaultControl: Sendable {
    struct Call: ControlCall {
        let endpoint: EndpointName
        let fault: Fault

        static let names = declaredNames(objects: ["fault": Fault.names])

        enum CodingKeys: CodingKey, CaseIterable {
            case endpoint, fault
        }
    }

    struct GateCall: ControlCall {
        let open: String

        enum CodingKeys: CodingKey, CaseIterable {
            case open
        }
    }

    let state: EmulatorState

    func add(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        do throws(FaultMistake) {
            try call.fault.require(at: call.endpoint)
            try state.setFault(call.fault, at: call.endpoint)
        } catch {
            throw ControlRefusal.badRequest(error.code, error.sentence)
        }
        return list()
    }

    func openGate(_ request: Request) async throws -> Answer {
        let gate = try await request.control(GateCall.self)
        state.openGate(gate.open)
        return list()
    }

    /// Removes all faults, or the one given as `?id=`.
    func clear(_ query: String?) throws -> Answer {
        if let id = FormFields(decoding: (query ?? "").utf8)?["id"] {
            guard let number = Int(id), state.removeFault(number) else {
                throw ControlRefusal.notFound("fault_unknown", "There is no fault \(id).")
            }
        } else {
            state.clearFaults()
        }
        return list()
    }

    func list() -> Answer {
        let waiting = state.faults.waiting.map { (name: $0.key, value: OrderedJSON.integer($0.value)) }
        return .json(
            .object([("faults", .array(state.faults.current.map(\.json))), ("waiting", .object(waiting))]))
    }
}

extension FaultBoard.Entry {
    /// The fault as it was set, with `null` for each member that was omitted.
    var json: OrderedJSON {
        func number(_ value: Int?) -> OrderedJSON { value.map { .integer($0) } ?? .null }
        return .object([
            ("id", .integer(id)), ("endpoint", .string(endpoint.rawValue)), ("kind", .string(fault.kind.rawValue)),
            ("variant", .optional(fault.variant)), ("times", number(fault.times)),
            ("share", fault.share.map { .decimal($0) } ?? .null), ("client_id", .optional(fault.clientId)),
            ("status", number(fault.status)), ("error", .optional(fault.error)), ("body", .optional(fault.body)),
            ("content_type", .optional(fault.contentType)), ("retry_after", number(fault.retryAfter)),
            ("location", .optional(fault.location)), ("gate", .optional(fault.gate)),
            ("delay_ms", number(fault.delayMs)), ("interval_ms", number(fault.intervalMs)),
            ("size", number(fault.size)), ("after_processing", .boolean(fault.afterProcessing ?? false)),
            ("before_processing", .boolean(fault.holdsRequest)), ("stage", .optional(fault.stage?.rawValue)),
        ])
    }
}
