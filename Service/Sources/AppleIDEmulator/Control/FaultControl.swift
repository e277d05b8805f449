import Hummingbird

/// `/_emulator/faults` and `/_emulator/gates`: make an endpoint misbehave, see what waits, let it go.
struct FaultControl: Sendable {
    struct Call: Decodable, Sendable {
        let endpoint: EndpointName
        let fault: Fault
    }

    struct Gate: Decodable, Sendable {
        let open: String
    }

    let state: EmulatorState

    func add(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        guard call.endpoint != .control else {
            throw ControlRefusal.badRequest("fault_endpoint", "Control calls do not misbehave.")
        }
        guard (call.fault.times ?? 1) >= 1 else {
            throw ControlRefusal.badRequest("fault_times", "times must be at least 1; leave it out for every request.")
        }
        guard (0...1).contains(call.fault.share ?? 1) else {
            throw ControlRefusal.badRequest("fault_share", "share goes from 0 to 1.")
        }
        guard (0...600_000).contains(call.fault.delayMs ?? 0) else {
            throw ControlRefusal.badRequest("fault_delay", "delay_ms goes from 0 to 600000.")
        }
        guard (200...599).contains(call.fault.status ?? 200) else {
            throw ControlRefusal.badRequest("fault_status", "status must be from 200 to 599.")
        }
        guard (call.fault.intervalMs ?? 0) >= 0, (call.fault.size ?? 0) >= 0 else {
            throw ControlRefusal.badRequest("fault_size", "interval_ms and size must not be negative.")
        }
        state.faults.add(call.fault, to: call.endpoint)
        return list()
    }

    func openGate(_ request: Request) async throws -> Answer {
        let gate = try await request.control(Gate.self)
        state.faults.open(gate.open)
        return list()
    }

    func clear() -> Answer {
        state.faults.clear()
        return list()
    }

    func list() -> Answer {
        let faults = state.faults.current.map { entry -> OrderedJSON in
            .object([
                ("endpoint", .string(entry.endpoint.rawValue)), ("kind", .string(entry.fault.kind.rawValue)),
                ("times", entry.fault.times.map { .integer($0) } ?? .null),
                ("share", entry.fault.share.map { .string("\($0)") } ?? .null),
                ("client_id", .optional(entry.fault.clientId)), ("gate", .optional(entry.fault.gate)),
            ])
        }
        let waiting = state.faults.waiting.map { (name: $0.key, value: OrderedJSON.integer($0.value)) }
        return .json(.object([("faults", .array(faults)), ("waiting", .object(waiting))]))
    }
}
