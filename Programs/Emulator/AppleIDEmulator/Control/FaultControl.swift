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

    struct Reply: Encodable, Sendable {
        let faults: [Entry]
        /// How many requests wait at each gate.
        let waiting: NamedValues<Int>
    }

    /// A fault as it was set, with `null` for each member that was omitted.
    struct Entry: Encodable, Sendable {
        let id: Int
        let endpoint: String
        let kind: Fault.Kind
        let variant: String?
        let times: Int?
        let share: Double?
        let clientId: String?
        let status: Int?
        let error: String?
        let body: String?
        let contentType: String?
        let retryAfter: Int?
        let location: String?
        let gate: String?
        let delayMs: Int?
        let intervalMs: Int?
        let size: Int?
        let afterProcessing: Bool
        let beforeProcessing: Bool
        let stage: MailStage?

        init(_ entry: FaultBoard.Entry) {
            let fault = entry.fault
            id = entry.id
            endpoint = entry.endpoint.rawValue
            (kind, variant, times, share) = (fault.kind, fault.variant, fault.times, fault.share)
            clientId = fault.clientId
            (status, error, body) = (fault.status, fault.error, fault.body)
            (contentType, retryAfter) = (fault.contentType, fault.retryAfter)
            (location, gate) = (fault.location, fault.gate)
            (delayMs, intervalMs, size) = (fault.delayMs, fault.intervalMs, fault.size)
            (afterProcessing, beforeProcessing) = (fault.afterProcessing ?? false, fault.holdsRequest)
            stage = fault.stage
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
        return try list()
    }

    func openGate(_ request: Request) async throws -> Answer {
        let gate = try await request.control(GateCall.self)
        state.openGate(gate.open)
        return try list()
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
        return try list()
    }

    func list() throws -> Answer {
        let waiting = NamedValues(state.faults.waiting.map { (name: $0.key, value: $0.value) })
        return try .reply(Reply(faults: state.faults.current.map(Entry.init), waiting: waiting))
    }
}
