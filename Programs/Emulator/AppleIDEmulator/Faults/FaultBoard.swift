import Synchronization

/// The faults that are set, and the gates that hold answers back.
final class FaultBoard: Sendable {
    struct Entry: Sendable {
        /// Identifies the fault as long as it is set, so that control calls and pages can remove it.
        let id: Int
        let endpoint: EndpointName
        var fault: Fault
    }

    private struct Board {
        var entries: [EndpointName: [Entry]] = [:]
        var lastID = 0
        var openGates: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

        mutating func add(_ fault: Fault, to endpoint: EndpointName) {
            lastID += 1
            entries[endpoint, default: []].append(Entry(id: lastID, endpoint: endpoint, fault: fault))
        }
    }

    private let board = Mutex(Board())
    private let configured: [FaultSetting]
    /// A separate source, so that faults with a share do not change the codes and tokens of a seeded run.
    private let draws: SeededBytes

    init(seed: UInt64, configured: [FaultSetting] = []) {
        draws = SeededBytes(seed: seed ^ 0xFA17)
        self.configured = configured
        setConfigured()
    }

    /// Whether a fault of this endpoint depends on the client that sends a request.
    func asksForClient(_ endpoint: EndpointName) -> Bool {
        board.withLock { $0.entries[endpoint]?.contains { $0.fault.clientId != nil } ?? false }
    }

    /// Sets a fault and returns its id.
    @discardableResult
    func add(_ fault: Fault, to endpoint: EndpointName) -> Int {
        board.withLock { board in
            board.add(fault, to: endpoint)
            return board.lastID
        }
    }

    /// Removes a fault. Returns false if it does not exist.
    func remove(_ id: Int) -> Bool {
        board.withLock { board in
            for (endpoint, entries) in board.entries {
                guard let position = entries.firstIndex(where: { $0.id == id }) else { continue }
                board.entries[endpoint]?.remove(at: position)
                return true
            }
            return false
        }
    }

    /// The first fault of an endpoint that applies to this request, in the order they were set. A counted one is
    /// removed once it is used up. For one with a share, the seed decides whether it applies.
    func take(
        _ endpoint: EndpointName, client: String?, where isMeant: (Fault) -> Bool = { _ in true }
    ) -> Fault? {
        board.withLock { board in
            let entries = board.entries[endpoint] ?? []
            let position = entries.firstIndex { entry in
                (entry.fault.clientId == nil || entry.fault.clientId == client) && isMeant(entry.fault)
                    && isDrawn(entry.fault.share)
            }
            guard let position else { return nil }
            var entry = entries[position]
            if let times = entry.fault.times {
                entry.fault.times = times - 1
                if times <= 1 {
                    board.entries[endpoint]?.remove(at: position)
                } else {
                    board.entries[endpoint]?[position] = entry
                }
            }
            return entry.fault
        }
    }

    private func isDrawn(_ share: Double?) -> Bool {
        guard let share else { return true }
        let number = draws.draw(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return Double(number) / 4_294_967_296 < share
    }

    /// Every fault, by endpoint, in the order they were set.
    var current: [Entry] {
        board.withLock { board in EndpointName.allCases.flatMap { board.entries[$0] ?? [] } }
    }

    /// How many requests wait at each gate.
    var waiting: [(key: String, value: Int)] {
        board.withLock { $0.waiting.mapValues(\.count).sorted { $0.key < $1.key } }
    }

    /// Waits until the gate is opened. `told` is called as soon as opening it would release the caller.
    func wait(at gate: String, told: () -> Void = {}) async {
        await withCheckedContinuation { continuation in
            let isOpen = board.withLock { board in
                if board.openGates.contains(gate) { return true }
                board.waiting[gate, default: []].append(continuation)
                told()
                return false
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Opens a gate for the requests that wait and for later ones.
    func open(_ gate: String, told: () -> Void = {}) {
        let waiting = board.withLock { board in
            board.openGates.insert(gate)
            told()
            return board.waiting.removeValue(forKey: gate) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Removes all faults. Every gate releases the requests that wait and is closed for later ones.
    func clear() {
        let waiting = board.withLock { board in
            defer { board = Board(lastID: board.lastID) }
            return board.waiting.values.flatMap { $0 }
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns to the configured faults.
    func reset() {
        clear()
        setConfigured()
    }

    private func setConfigured() {
        board.withLock { board in
            for setting in configured { board.add(setting.fault, to: setting.endpoint) }
        }
    }
}
