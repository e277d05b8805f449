import Foundation
package import Logging
package import SignInFlows

/// Reads the bounces that a mail server puts into a Maildir (https://cr.yp.to/proto/maildir.html): each file of `new` is
/// read once and moved to `cur`.
package struct BounceFolder: Sendable {
    private let path: String
    private let reports: MailReports
    private let now: @Sendable () -> Date
    private let logger: Logger

    private static let roundLength = 100

    /// Creates a reader of this folder.
    package init(path: String, environment: SignInEnvironment, logger: Logger) {
        self.path = path
        self.logger = logger
        reports = MailReports(environment)
        now = environment.now
    }

    /// Does one round: takes the oldest bounces, and returns how many were read. What cannot be moved is left to the next
    /// interval, and counts nothing, since the same report again changes nothing.
    package func work() async throws(SignInError) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/new")) ?? []
        var read = 0
        // Files whose names begin with a dot are none of a Maildir's. Many of them must not fill the round.
        for name in names.filter({ !$0.hasPrefix(".") }).sorted().prefix(Self.roundLength) {
            try await take(path + "/new/" + name)
            do {
                try FileManager.default.moveItem(atPath: path + "/new/" + name, toPath: path + "/cur/" + name + ":2,S")
                read += 1
            } catch {
                logger.warning("bounces", metadata: ["code": "bounce_not_moved"])
            }
        }
        return read
    }

    /// What is no bounce is left out. Its text is not logged, since it is mail.
    private func take(_ file: String) async throws(SignInError) {
        guard let data = Self.beginning(of: file) else {
            return logger.warning("bounces", metadata: ["code": "bounce_unreadable"])
        }
        let found: [MailReport]
        do throws(SignInError) {
            found = try BouncedMessage.reports(in: [UInt8](data), now: now())
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
