package import Foundation
package import Logging
import PrivateFiles
import ServiceLifecycle
import Synchronization

/// Applies changes of the keys of one kind in the folder while the service runs, creates a key when the newest is old
/// enough, and removes keys after their last token has expired. Any number of processes may share the folder.
package final class SigningKeyRotation: Service {
    private let folder: SigningKeyFolder
    private let former: FormerPublicKeyFolder
    private let age: TimeInterval
    private let formerLife: TimeInterval?
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let apply: @Sendable (SigningKeySet) -> Bool
    private let inUse: Mutex<SigningKeySet>

    private let interval: Duration

    /// Creates the rotation of the keys in a folder.
    ///
    /// - Parameters:
    ///   - age: the age in seconds of the newest key at which another is created; 0 for never.
    ///   - formerLife: how many seconds the public half of a removed key is kept; `nil` for no time.
    ///   - interval: the time between two checks of the folder.
    ///   - inUse: the keys that are in use at the start.
    ///   - apply: takes keys into use; `false` if they cannot be used.
    package init(
        folder: SigningKeyFolder, age: TimeInterval, formerLife: TimeInterval? = nil,
        interval: Duration = .seconds(10), inUse: SigningKeySet, now: @escaping @Sendable () -> Date, logger: Logger,
        apply: @escaping @Sendable (SigningKeySet) -> Bool
    ) {
        self.folder = folder
        former = FormerPublicKeyFolder(path: folder.path)
        self.age = age
        self.formerLife = formerLife
        self.interval = interval
        self.now = now
        self.logger = logger
        self.apply = apply
        self.inUse = Mutex(inUse)
    }

    package func run() async throws {
        await work(every: interval) { self.turn() }
    }

    /// Checks the folder once. After a failure, which is logged, the keys in use stay and the next check tries again.
    package func turn() {
        do {
            if try folder.schedule(at: now()).isDue(every: age, at: now()) { try makeOne() }
            let schedule = try folder.schedule(at: now())
            let removable = schedule.over.filter(keepPublicHalf)
            let formerNames = try former.names()
            let isUnchanged = inUse.withLock { $0.schedule == schedule && $0.formerNames == formerNames }
            if !isUnchanged { try take(schedule) }
            for id in removable { try? folder.remove(id) }
            if let formerLife {
                try former.forget(folder.kind, removedBefore: now().addingTimeInterval(-formerLife))
            }
        } catch {
            log(.error, ["code": "keys_unreadable"])
        }
    }

    /// If several processes share the folder, one creates the key and the others find it.
    private func makeOne() throws {
        let made = try PrivateFile.alone(in: folder.path) { () -> String? in
            guard try folder.schedule(at: now()).isDue(every: age, at: now()) else { return nil }
            return try folder.make(at: now())
        }
        if let made, let id = made { log(.notice, ["made": "\(id)"]) }
    }

    /// Keeps what is needed of a key. Returns whether the key may be removed; nothing is needed of an unreadable one.
    private func keepPublicHalf(of id: String) -> Bool {
        guard formerLife != nil, let key = try? folder.read(id) else { return true }
        return (try? former.keep(key, of: folder.kind, at: now())) != nil
    }

    private func take(_ schedule: SigningKeySchedule) throws {
        guard let keys = try SigningKeySet(folder, schedule) else { return log(.error, ["code": "no_key"]) }
        guard apply(keys) else { return log(.error, ["code": "key_refused"]) }
        inUse.withLock { $0 = keys }
        log(
            .notice,
            [
                "signs": "\(schedule.signing ?? "")",
                "published": "\(schedule.published.joined(separator: " "))",
            ])
    }

    private func log(_ level: Logger.Level, _ metadata: Logger.Metadata) {
        let kind: Logger.Metadata = ["kind": "\(folder.kind.rawValue)"]
        logger.log(level: level, "key rotation", metadata: kind.merging(metadata) { $1 })
    }
}
