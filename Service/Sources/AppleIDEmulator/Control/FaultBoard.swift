import Synchronization

/// The faults waiting for requests, and the gates that hold answers back.
final class FaultBoard: Sendable {
    private struct Board {
        var faults: [EndpointName: [Fault]] = [:]
        var openGates: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    }

    private let board = Mutex(Board())

    func add(_ fault: Fault, to endpoint: EndpointName) {
        board.withLock { $0.faults[endpoint, default: []].append(fault) }
    }

    /// The next fault of an endpoint, in the order they were set; a counted one leaves when it is used up.
    func take(_ endpoint: EndpointName) -> Fault? {
        board.withLock { board in
            guard var fault = board.faults[endpoint]?.first else { return nil }
            if let times = fault.times {
                fault.times = times - 1
                if times <= 1 { board.faults[endpoint]?.removeFirst() } else { board.faults[endpoint]?[0] = fault }
            }
            return fault
        }
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
