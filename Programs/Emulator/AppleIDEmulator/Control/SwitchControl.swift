import Hummingbird

/// `/_emulator/switches` and `/_emulator/waivers`: changes the emulator's behaviour, or waives some of its checks.
struct SwitchControl: Sendable {
    struct Waivers: ControlCall {
        let checks: [String]

        enum CodingKeys: CodingKey, CaseIterable {
            case checks
        }
    }

    struct WaiversReply: Encodable, Sendable {
        let waived: [String]
        let checks: [Entry]

        struct Entry: Encodable, Sendable {
            let name: String
            let list: String
            let waivable: Bool
        }
    }

    let state: EmulatorState

    func switches() -> Answer { .json(state.read { $0.switches.json }) }

    func change(_ request: Request) async throws -> Answer {
        let body = try await request.controlBytes()
        do {
            return try state.note { world in
                let before = world.switches
                world.switches = try world.switches.changed(by: body)
                world.tellChanges(from: before)
                return .json(world.switches.json)
            }
        } catch let fault as SwitchFault {
            throw ControlRefusal(status: 400, code: fault.code, message: fault.sentence, names: fault.names)
        }
    }

    /// The checks that are waived, and all that exist.
    func waivers() throws -> Answer {
        let waived = state.read { $0.waived }
        return try .reply(
            WaiversReply(
                waived: waived.sorted(),
                checks: CheckCatalogue.all.map { .init(name: $0.name, list: $0.list, waivable: $0.isWaivable) }))
    }

    /// Replaces the set of waived checks.
    func waive(_ request: Request) async throws -> Answer {
        let call = try await request.control(Waivers.self)
        for name in call.checks where !CheckCatalogue.contains(waivable: name) {
            throw ControlRefusal.badRequest(
                "check_unknown", "There is no check \(name) that can be waived; GET /_emulator/waivers lists them.")
        }
        state.note { world in
            world.waived = Set(call.checks)
            world.tell(.waiversChanged, .members([("waived", .array(of: world.waived.sorted()))]))
        }
        return try waivers()
    }
}
