import Synchronization

/// The faults waiting for requests, and the gates that hold answers back.
final class FaultBoard: Sendable {
    private struct Board {
        var faults: [EndpointName: [Fault]] = [:]
        var openGates: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    }

    private let board = Mutex(Board())
    /// Of its own, so that faults by share do not change the codes and tokens of a seeded run.
    private let draws: SeededBytes

    init(seed: UInt64) { draws = SeededBytes(seed: seed ^ 0xFA17) }

    /// Whether a fault of this endpoint asks which client a request comes from.
    func asksForClient(_ endpoint: EndpointName) -> Bool {
        board.withLock { $0.faults[endpoint]?.contains { $0.clientId != nil } ?? false }
    }

    func add(_ fault: Fault, to endpoint: EndpointName) {
        board.withLock { $0.faults[endpoint, default: []].append(fault) }
    }

    /// The first fault of an endpoint that meets this request, in the order they were set; a counted one leaves when it is
    /// used up, one with a share meets as many as the seed draws.
    func take(_ endpoint: EndpointName, client: String?) -> Fault? {
        board.withLock { board in
            let faults = board.faults[endpoint] ?? []
            let position = faults.firstIndex { fault in
                (fault.clientId == nil || fault.clientId == client) && isDrawn(fault.share)
            }
            guard let position else { return nil }
            var fault = faults[position]
            if let times = fault.times {
                fault.times = times - 1
                if times <= 1 {
                    board.faults[endpoint]?.remove(at: position)
                } else {
                    board.faults[endpoint]?[position] = fault
                }
            }
            return fault
        }
    }

    private func isDrawn(_ share: Double?) -> Bool {
        guard let share else { return true }
        let number = draws.draw(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(number) / 4_294_967_296 < share
    }

    var current: [(endpoint: EndpointName, fault: Fault)] {
        board.withLock { board in
            EndpointName.allCases.flatMap { name in (board.faults[name] ?? []).map { (name, $0) } }
        }
    }

    /// How many requests stand at each gate.
    var waiting: [(key: String, value: Int)] {
        board.withLock { $0.waiting.mapValues(\.count).sorted { $0.key < $1.key } }
    }

    func wait(at gate: String) async {
        await withCheckedContinuation { continuation in
            let isOpen = board.withLock { board in
                if board.openGates.contains(gate) { return true }
                board.waiting[gate, default: []].append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Lets everybody through, those who wait and those who come later.
    func open(_ gate: String) {
        let waiting = board.withLock { board in
            board.openGates.insert(gate)
            return board.waiting.removeValue(forKey: gate) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// No faults any more, every gate open for those who wait, and shut again for the next ones.
    func clear() {
        let waiting = board.withLock { board in
            defer { board = Board() }
            return board.waiting.values.flatMap { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }
}
