import AccountStorageSQLite
import ArgumentParser
import Foundation
import Settings
import SignInServer

/// `siwa backup`: copies the database while the service runs.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the SQLite database while the service runs, and verify the copy.",
        discussion: """
            The copy is one consistent state, and contains no remains of deleted rows. It is opened and read as a \
            whole before it gets its name. An existing file is never replaced. For a PostgreSQL server, use pg_dump.

            Keep a copy of the folder of the service's own keys, too, but not beside this one: sealed values can be \
            read only with both. After a restore, run siwa restored.

            Exit codes: 0 done, 1 the database is damaged, so no copy was kept, 2 usage or configuration error, 3 failed.
            """)

    @OptionGroup var service: ConfiguredService

    @Argument(help: ArgumentHelp("The file to write.", valueName: "copy"))
    var copy: String

    func run() async throws {
        let settings = try service.settings()
        guard case .file(let path) = settings.databasePlace else {
            throw ConfigurationFaults([
                "database: it is on a PostgreSQL server; use pg_dump --format=custom --file=\(copy)"
            ])
        }
        let target = URL(fileURLWithPath: copy).path
        do {
            let report = try await StopSignals.cancelling {
                try await SQLiteBackup.copy(path, to: target) { draft in
                    let report = try await DatabaseReport.examine(file: draft, secrets: settings.secretsDirectory)
                    guard report.faults.isEmpty else { throw Damaged(faults: report.faults) }
                    return report
                }
            }
            let size = try FileManager.default.attributesOfItem(atPath: target)[.size] as? NSNumber
            Output.result(
                "\(copy): \(size?.int64Value ?? 0) bytes, " + report.facts.joined(separator: ", ") + ", verified")
        } catch let damaged as Damaged {
            throw Self.refused(damaged.faults)
        } catch SQLiteOpeningFailure.damaged(_, let reason) {
            throw Self.refused([reason])
        }
    }

    private static func refused(_ faults: [String]) -> ExitCode {
        for fault in faults { Output.remark("backup: the database is damaged: \(VisibleJSON.visible(fault))") }
        return ProgramExit.no
    }

    private struct Damaged: Error {
        let faults: [String]
    }
}
