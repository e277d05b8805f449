import Hummingbird

/// `/_emulator/clock`: reads, sets, advances and freezes the clock.
struct ClockControl: Sendable {
    struct Call: ControlCall {
        var set: Int?
        var advance: Int?
        var freeze: Bool?

        enum CodingKeys: CodingKey, CaseIterable {
            case set, advance, freeze
        }
    }

    struct Reply: Encodable, Sendable {
        let now: Int
        let frozen: Bool

        init(_ clock: EmulatorClock) { (now, frozen) = (clock.now, clock.frozenAt != nil) }
    }

    private static let range = 0...Timestamp.latest

    let state: EmulatorState

    func read() throws -> Answer { try .reply(state.read { Reply($0.clock) }) }

    func set(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        let changed = try state.note { world in
            var clock = world.clock
            if let freeze = call.freeze { clock.freeze(freeze) }
            if let seconds = call.set { clock.set(to: try Self.checked(seconds)) }
            if let seconds = call.advance {
                let (sum, overflow) = clock.now.addingReportingOverflow(seconds)
                _ = try Self.checked(overflow ? -1 : sum)
                clock.advance(by: seconds)
            }
            world.clock = clock
            world.tell(
                .clockMoved,
                .members([("now", .integer(clock.now)), ("frozen", .boolean(clock.frozenAt != nil))]))
            return clock
        }
        return try .reply(Reply(changed))
    }

    private static func checked(_ seconds: Int) throws -> Int {
        guard range.contains(seconds) else {
            throw ControlRefusal.badRequest("clock_range", "The clock must be between 1970 and 9999.")
        }
        return seconds
    }
}
