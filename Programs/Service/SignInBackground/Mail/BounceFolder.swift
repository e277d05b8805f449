import Foundation
package import Logging
package import SignInFlows
import Synchronization

/// Reads the bounces that a mail server puts into a Maildir (https://cr.yp.to/proto/maildir.html): each file of `new` is
/// read once and moved to `cur`.
package final class BounceFolder: Sendable {
    private let path: String
    private let reports: MailReports
    private let logger: Logger
    /// Files of `new` that were read and could not be moved.
    private let left = Mutex<Set<String>>([])

    private static let roundLength = 100

    /// Creates a reader of this folder.
    ///
    /// - Parameter observe: called for each report with one of ``SignInFlows/MailReports/causes``.
    package init(
        path: String, environment: SignInEnvironment, logger: Logger,
        observe: @escaping @Sendable (_ cause: String) -> Void = { _ in }
    ) {
        self.path = path
        self.logger = logger
        reports = MailReports(environment, observe: observe)
    }

    /// Does one round: takes the oldest bounces, and returns how many were read and moved. What cannot be moved is left to
    /// the next interval, which does not read it again.
    package func work() async throws(SignInError) -> Int {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path + "/new")) ?? []
        // Files whose names begin with a dot are none of a Maildir's. Many of them must not fill the round.
        let names = all.filter { !$0.hasPrefix(".") }
        let known = left.withLock { left in
            left.formIntersection(names)
            return left
        }
        for name in known.sorted().prefix(Self.roundLength) {
            if move(name) { left.withLock { _ = $0.remove(name) } }
        }
        var read = 0
        for name in names.filter({ !known.contains($0) }).sorted().prefix(Self.roundLength) {
            try await take(path + "/new/" + name)
            if move(name) {
                read += 1
            } else {
                left.withLock { _ = $0.insert(name) }
                logger.warning("bounces", metadata: ["code": "bounce_not_moved"])
            }
        }
        return read
    }

    private func move(_ name: String) -> Bool {
        do {
            try FileManager.default.moveItem(atPath: path + "/new/" + name, toPath: path + "/cur/" + name + ":2,S")
            return true
        } catch {
            return false
        }
    }

    /// What is no bounce is left out. Its text is not logged, since it is mail.
    private func take(_ file: String) async throws(SignInError) {
        guard let data = Self.beginning(of: file) else {
            return logger.warning("bounces", metadata: ["code": "bounce_unreadable"])
        }
        let found: [MailReport]
        do throws(SignInError) {
            found = try reports.read([UInt8](data))
        } catch {
            return logger.warning("bounces", metadata: ["code": "\(error.code)"])
        }
        _ = try await reports.take(found)
    }

    private static func beginning(of file: String) -> Data? {
        guard let handle = FileHandle(forReadingAtPath: file) else { return nil }
        return try? handle.read(upToCount: BouncedMessage.mostRead) ?? Data()
    }
}

extension BackgroundWorker {
    /// Reads the bounces in a folder.
    package static func bounces(in folder: BounceFolder, logger: Logger) -> BackgroundWorker {
        BackgroundWorker(name: "bounces", interval: .seconds(10), logger: logger, round: folder.work)
    }
}
