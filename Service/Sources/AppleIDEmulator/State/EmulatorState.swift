import Foundation
import Synchronization

/// The emulator's one shared value behind one lock; every change runs to its end before the next begins.
final class EmulatorState: Sendable {
    let configuration: EmulatorConfiguration
    let randomBytes: @Sendable (Int) -> [UInt8]
    let address = BoundAddress()
    let faults = FaultBoard()
    let bell = NotificationBell()
    private let world: Mutex<World>
    private let start: @Sendable () throws -> World
    private let keeper: StateKeeper?

    init(
        configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8], keeper: StateKeeper?
    ) throws {
        self.configuration = configuration
        self.randomBytes = randomBytes
        self.keeper = keeper
        start = { try configuration.makeWorld(now: now) }
        var world = try start()
        if let kept = try keeper?.load() { world.restore(kept) }
        self.world = Mutex(world)
    }

    var seed: UInt64 { configuration.seed }

    /// The origin in every document and audience; known from the start unless port 0 was asked for.
    var baseURL: String { address.current ?? configuration.listen.baseURL(port: configuration.listen.port) }

    var issuer: String { configuration.issuer ?? baseURL }

    func read<Value: Sendable>(_ body: (borrowing World) throws -> Value) rethrows -> Value {
        try world.withLock { world in try body(world) }
    }

    /// Changes what is known, and keeps what must outlive a restart before anybody hears of it.
    func change<Value: Sendable>(_ body: (inout World) throws -> Value) throws -> Value {
        let (value, isWaiting) = try world.withLock { world in
            let value = try body(&world)
            try keeper?.keep(world)
            return (value, world.outbox.isWaiting)
        }
        if isWaiting { bell.ring() }
        return value
    }

    /// Notes something that need not outlive a restart.
    func note<Value: Sendable>(_ body: (inout World) throws -> Value) rethrows -> Value {
        let (value, isWaiting) = try world.withLock { world in (try body(&world), world.outbox.isWaiting) }
        // whatever was noted may have moved the clock
        if isWaiting { bell.ring() }
        return value
    }

    /// Back to the configuration, with the signing keys kept: a new key set would look like a rotation.
    func reset() throws {
        let fresh = try start()
        faults.clear()
        try change { world in
            let keyRing = world.keyRing
            world = fresh
            world.keyRing = keyRing
        }
    }
}
