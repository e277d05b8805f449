import Foundation
import HashTreeCollections
import Synchronization

/// The emulator's whole state behind one lock. A change is complete before the next one begins.
final class EmulatorState: Sendable {
    let configuration: EmulatorConfiguration
    let randomBytes: @Sendable (Int) -> [UInt8]
    let address = BoundAddress()
    let controlAddress = BoundAddress()
    let mailAddress = BoundAddress()
    /// Nil without TLS.
    let certificates: ServerCertificates?
    let faults: FaultBoard
    let signals = SignalBroadcast()
    let events = EventFeed()
    let bell = NotificationBell()
    let verifiedSecrets = VerifiedSecrets()
    let signingKeys: SigningKeySource
    let wrongKeys: WrongKeys
    let fetchDomainFile: DomainFetch
    /// Waits before an answer about a slow test person.
    let pause: @Sendable (Duration) async -> Void
    private let world: Mutex<World>
    private let snapshots = Mutex<[String: World]>([:])
    private let start: @Sendable () throws -> World
    private let keeper: StateKeeper?

    init(
        configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8], keeper: StateKeeper?,
        certificates: ServerCertificates? = nil,
        fetchDomainFile: @escaping DomainFetch = DomainAssociation.fetch,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) throws {
        self.pause = pause
        self.fetchDomainFile = fetchDomainFile
        self.configuration = configuration
        self.certificates = certificates
        self.randomBytes = randomBytes
        self.keeper = keeper
        signingKeys = SigningKeySource(configuration)
        wrongKeys = WrongKeys(signingKeys)
        faults = FaultBoard(seed: configuration.seed, configured: configuration.faults)
        start = { try configuration.makeWorld(now: now) }
        var world = try start()
        if let kept = keeper?.loaded { world.restore(kept, seed: configuration.seed) }
        world.events = events
        self.world = Mutex(world)
    }

    var seed: UInt64 { configuration.seed }

    /// The origin in every document and audience. It is known from the start, unless the configured port is 0.
    var baseURL: String {
        configuration.publicURL ?? address.current ?? "\(configuration.scheme)://\(configuration.listen)"
    }

    var issuer: String { configuration.issuer ?? baseURL }

    func read<Value: Sendable>(_ body: (borrowing World) throws -> Value) rethrows -> Value {
        try world.withLock { world in
            world.settlePortal()
            return try body(world)
        }
    }

    /// Changes the state, and records what must survive a restart before the change becomes visible. A change that
    /// throws or that cannot be recorded leaves no trace.
    func change<Value: Sendable>(_ body: (inout World) throws -> Value) throws -> Value {
        let (value, isWaiting, hasSignal) = try world.withLock { world in
            world.settlePortal()
            // large collections share their storage with this copy, so it does not cost more the more people sign in
            let before = world
            events.hold()
            do {
                let value = try body(&world)
                try keeper?.record(world.kept)
                events.release()
                return (value, world.outbox.isWaiting, world.lastSignal != before.lastSignal)
            } catch {
                world = before
                events.withdraw()
                throw error
            }
        }
        if isWaiting { bell.ring() }
        if hasSignal { signals.wake() }
        return value
    }

    /// Changes state that need not survive a restart.
    func note<Value: Sendable>(_ body: (inout World) throws -> Value) rethrows -> Value {
        let (value, isWaiting) = try world.withLock { world in
            world.settlePortal()
            return (try body(&world), world.outbox.isWaiting)
        }
        // the change may have moved the clock
        if isWaiting { bell.ring() }
        return value
    }

    static let maximumSnapshots = 16

    var snapshotNames: [String] { snapshots.withLock { $0.keys.sorted() } }

    /// Keeps a snapshot of the world in memory under a name. Returns false if there are too many snapshots.
    func keepSnapshot(_ name: String) -> Bool {
        let world = read { $0 }
        let isKept = snapshots.withLock { snapshots in
            guard snapshots[name] != nil || snapshots.count < Self.maximumSnapshots else { return false }
            snapshots[name] = world
            return true
        }
        if isKept { tell(.snapshotKept, .members([("snapshot", .string(name))])) }
        return isKept
    }

    /// Restores a snapshot and clears all faults. Returns false for an unknown name.
    func restoreSnapshot(_ name: String) throws -> Bool {
        guard let kept = snapshots.withLock({ $0[name] }) else { return false }
        try change { world in
            world = kept
            world.tell(.reset, .members([("to", .string(name))]))
        }
        faults.clear()
        return true
    }

    /// Ends all consents for one team, as if nobody had ever signed in to its apps. Returns false for an unknown team.
    func forget(team: String) throws -> Bool {
        try change { world in
            guard world.teams[team] != nil else { return false }
            // a consent that ended earlier may have left codes behind
            for key in world.consents.all.map(\.key) + world.endedConsents where key.teamID == team {
                world.tokens.end(key)
                world.codes.end(key)
                world.consents[key] = nil
            }
            world.endedConsents = world.endedConsents.filter { $0.teamID != team }
            world.forgetSubjects(of: team)
            world.staleCodes = world.staleCodes.filter { [codes = world.codes] in codes[$0.value] != nil }
            world.relayTurns = world.relayTurns.filter { $0.key.teamID != team }
            world.forwardingOff = world.forwardingOff.filter { $0.teamID != team }
            world.mail.forget(team: team)
            world.migration.identifiers = world.migration.identifiers.filter { $0.value.recipient != team }
            world.tell(.reset, team: team)
            return true
        }
    }

    /// Returns to the configured state, but keeps the signing keys: a new key set would look like a key rotation.
    func reset() throws {
        let fresh = try start()
        try change { world in
            let keyRing = world.keyRing
            world = fresh
            world.keyRing = keyRing
            world.events = events
            world.tell(.reset)
        }
        faults.reset()
    }
}
