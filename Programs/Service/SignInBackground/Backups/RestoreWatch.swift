import AccountStorage
import Foundation
package import Logging
import PrivateFiles
import ServiceLifecycle
package import SignInFlows

/// Detects a restored backup: records, beside the keys and outside the database, when the database was last in use.
package struct RestoreWatch: Service {
    private let folder: String
    private let database: RestoredDatabase
    private let report: @Sendable (SignInIncident) -> Void
    private let logger: Logger

    private static let interval: Duration = .seconds(60)
    static let name = "database-in-use-until"

    private var path: String { folder + "/" + Self.name }

    /// Watches a database.
    ///
    /// - Parameters:
    ///   - folder: the folder of the service's own keys.
    ///   - report: called when the database turns out to be older than recorded.
    package init(
        folder: String, database: RestoredDatabase, report: @escaping @Sendable (SignInIncident) -> Void,
        logger: Logger
    ) {
        self.folder = folder
        self.database = database
        self.report = report
        self.logger = logger
    }

    /// The database was replaced by a backup, and the operator has not confirmed it yet.
    package struct BackupRestored: Error, CustomStringConvertible {
        let remembered: Date

        package var description: String {
            let moment = remembered.formatted(.iso8601)
            return
                "backup_restored: the database is older than the state that this service has recorded (\(moment)). "
                + "Sessions that have ended since the backup would be live again. Run `siwa restored --config <file>`: "
                + "it ends every session of the backup, and people sign in again."
        }
    }

    /// Refuses a database restored from a backup until the operator runs `siwa restored`.
    package func check() async throws {
        let remembered = try remembered()
        guard try await database.isOlder(than: remembered) else { return }
        throw BackupRestored(remembered: remembered ?? .distantPast)
    }

    package func run() async throws {
        await work(every: Self.interval) { await note() }
    }

    /// Runs one round. A failure is logged, and the next round tries again.
    package func note() async {
        do {
            guard let noted = try await database.noteUse(remembered: remembered()) else {
                return report(.databaseRolledBack)
            }
            try remember(noted)
        } catch {
            logger.warning("restore watch", metadata: ["code": "\(error)"])
        }
    }

    /// Accepts the database in its current state.
    package func accept(endsSessions: Bool) async throws {
        try remember(await database.accept(remembered: remembered(), endsSessions: endsSessions))
    }

    /// The moment recorded in the file; `nil` if there is no file yet.
    func remembered() throws -> Date? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let text = String(decoding: try PrivateFile.read(path).filter { $0 > 0x20 }, as: UTF8.self)
        guard let milliseconds = Int64(text) else {
            throw PrivateFile.Failure(description: "\(path): not a number of milliseconds since 1970")
        }
        return Date(millisecondsSince1970: milliseconds)
    }

    private func remember(_ moment: Date) throws {
        try PrivateFile.replace(path, Array("\(moment.millisecondsSince1970)\n".utf8))
    }
}
