import AccountStorage
import ArgumentParser
import Foundation
import Logging
import ServiceAssembly
import Settings
import SignInBackground
import SignInFlows
import SignInServer

/// `siwa restored`: confirms that the database was restored from a backup.
struct Restored: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Declare that the database was restored from a backup, and end every session in it.",
        discussion: """
            A backup does not contain what happened after it was made: sessions that have ended since are live in it, \
            and refresh tokens that were used can be used again. The service therefore refuses to start on a restored \
            database until you run this command, and then accepts no session from before. Accounts, names and grants \
            from Apple stay. Stop every process of the service first.

            Exit codes: 0 done, 2 usage or configuration error, 3 failed.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(
        help: ArgumentHelp(
            "Keep the sessions: for a server that lost its last moments, when that is the lesser evil."))
    var keepSessions = false

    func run() async throws {
        let settings = try service.settings()
        guard try settings.databasePlace.isThere() else {
            throw ConfigurationFaults(["database: none found at \(settings.databasePlace)"])
        }
        let database = try settings.databasePlace.open(DatabasePlace.Opening(connections: 1))
        let watch = RestoreWatch(
            folder: settings.secretsDirectory, database: RestoredDatabase(database.accounts, now: { Date() }),
            report: { _ in }, logger: Logger(label: "siwa") { _ in SwiftLogNoOpLogHandler() })
        do {
            try await watch.accept(endsSessions: !keepSessions)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        Output.remark(
            keepSessions
                ? "the database is accepted as it is, with its sessions"
                : "the database is accepted as it is; every session in it has ended, and people sign in again. A service "
                    + "that was not stopped accepts the old sessions until it is restarted")
    }
}
