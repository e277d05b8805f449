import Foundation
package import Logging
import PrivateFiles
import ServiceLifecycle
package import SignInFlows
import Synchronization

/// Applies changes of the master keys in the folder while the service runs. It uses the newest key after every process
/// has had time to read it, reseals what older keys sealed, and then removes the older keys. Any number of processes
/// may share the folder or have copies of it.
package final class MasterKeyRotation: Service {
    private let folder: MasterKeyFolder
    private let environment: SignInEnvironment
    private let interval: Duration
    private let logger: Logger
    private let inUse: Mutex<MasterKeySchedule>

    /// Creates the rotation of the master keys in a folder.
    ///
    /// - Parameter inUse: the keys that the environment was created with.
    package init(
        folder: MasterKeyFolder, environment: SignInEnvironment, interval: Duration = .seconds(10),
        inUse: MasterKeySchedule, logger: Logger
    ) {
        self.folder = folder
        self.environment = environment
        self.interval = interval
        self.logger = logger
        self.inUse = Mutex(inUse)
    }

    package func run() async throws {
        await work(every: interval) { await self.turn() }
    }

    /// Checks the folder once. After a failure, which is logged, the keys in use stay and the next check tries again.
    package func turn() async {
        do {
            let began = environment.now()
            let schedule = try folder.schedule(at: began)
            try take(schedule)
            if !schedule.old.isEmpty { try await replace(schedule, since: began) }
            try forget(schedule, at: began)
        } catch let error as SignInError {
            logger.warning("master key rotation", metadata: ["code": "\(error.code)"])
        } catch {
            logger.error("master key rotation", metadata: ["code": "keys_unreadable"])
        }
    }

    private func take(_ schedule: MasterKeySchedule) throws {
        guard schedule != inUse.withLock({ $0 }) else { return }
        environment.secrets.replace(with: try folder.keys(schedule))
        inUse.withLock { $0 = schedule }
        logger.notice("master key rotation", metadata: ["seals": "\(schedule.current)"])
    }

    /// The older keys are removed only if a pass finds nothing to rewrite and began after all processes had stopped
    /// sealing under them.
    private func replace(_ schedule: MasterKeySchedule, since began: Date) async throws {
        let report = try await SealedRewriting(environment).run()
        logger.notice(
            "master key rotation",
            metadata: ["rewritten": "\(report.rewritten)", "unreadable": "\(report.unreadable)"])
        guard report.rewritten == 0, began >= schedule.oldMayGoFrom else { return }
        let isDone = try PrivateFile.alone(in: folder.path) {
            // Another process may have finished the rotation in the meantime.
            guard try folder.schedule(at: began) == schedule else { return false }
            try folder.finish(schedule)
            return true
        }
        guard isDone == true else { return }
        try take(folder.schedule(at: began))
        logger.notice("master key rotation", metadata: ["removed": "\(schedule.old.joined(separator: " "))"])
    }

    /// A former key is needed until every session from its time has reached the maximum lifetime.
    private func forget(_ schedule: MasterKeySchedule, at now: Date) throws {
        let life = TimeInterval(environment.policy.absoluteLifetime.components.seconds)
        for name in schedule.former {
            guard let until = MasterKeySchedule.usedUntil(name), now >= until.addingTimeInterval(life + 86_400) else {
                continue
            }
            try? folder.remove(name)
        }
    }
}
