package import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows
import Synchronization

/// Applies changes of the keys in the folder while the service runs, creates a key when the newest is old enough, and
/// removes keys after their last token has expired. Any number of processes may share the folder.
package final class SigningKeyRotation: Service {
    private let folder: SigningKeyFolder
    private let accessTokens: AccessTokens
    private let age: TimeInterval
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let inUse: Mutex<SigningKeySchedule>

    private let interval: Duration

    /// Creates the rotation of the keys in a folder.
    ///
    /// - Parameters:
    ///   - age: the age in seconds of the newest key at which another is created; 0 for never.
    ///   - interval: the time between two checks of the folder.
    ///   - inUse: the keys that `accessTokens` was created with.
    package init(
        folder: SigningKeyFolder, accessTokens: AccessTokens, age: TimeInterval, interval: Duration = .seconds(10),
        inUse: SigningKeySchedule, now: @escaping @Sendable () -> Date, logger: Logger
    ) {
        self.folder = folder
        self.accessTokens = accessTokens
        self.age = age
        self.interval = interval
        self.now = now
        self.logger = logger
        self.inUse = Mutex(inUse)
    }

    package func run() async throws {
        await work(every: interval) { self.turn() }
    }

    /// Checks the folder once. After a failure, which is logged, the keys in use stay and the next check tries again.
    package func turn() {
        do {
            if SigningKeySchedule(try folder.ids(), at: now()).isDue(every: age, at: now()) { try makeOne() }
            let schedule = SigningKeySchedule(try folder.ids(), at: now())
            if schedule != inUse.withLock({ $0 }) { try take(schedule) }
            for id in schedule.over { try? folder.remove(id) }
        } catch {
            logger.error("key rotation", metadata: ["code": "keys_unreadable"])
        }
    }

    /// If several processes share the folder, one creates the key and the others find it.
    private func makeOne() throws {
        let made = try PrivateFile.alone(in: folder.path) { () -> String? in
            guard SigningKeySchedule(try folder.ids(), at: now()).isDue(every: age, at: now()) else { return nil }
            return try folder.make(at: now())
        }
        if let made, let id = made { logger.notice("key rotation", metadata: ["made": "\(id)"]) }
    }

    private func take(_ schedule: SigningKeySchedule) throws {
        guard let signing = schedule.signing else {
            return logger.error("key rotation", metadata: ["code": "no_key"])
        }
        let others = try schedule.published.map(folder.read)
        guard accessTokens.replaceKeys(signingKey: try folder.read(signing), otherKeys: others) else {
            return logger.error("key rotation", metadata: ["code": "key_refused"])
        }
        inUse.withLock { $0 = schedule }
        logger.notice(
            "key rotation",
            metadata: ["signs": "\(signing)", "published": "\(schedule.published.joined(separator: " "))"])
    }
}
