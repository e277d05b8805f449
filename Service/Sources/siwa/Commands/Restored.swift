import AccountStorage
import ArgumentParser
import Foundation
import Logging
import Settings
import SignInBackground
import SignInFlows
import SignInServer

/// `siwa restored`: says that a backup was put in the database's place.
struct Restored: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Say that the database was restored from a backup: every session in it ends.",
        discussion: """
            A backup knows nothing of what happened after it was made: sessions that were ended since are live in it, and \
            refresh tokens that were used can be used again. So a service refuses to start on one until this was said, \
            and then takes no session from before. Accounts, names and Apple's permissions stay. Stop every process of \
            the service first.

            Exit codes: 0 done, 2 wrong usage or configuration, 3 could not be done.
            """)

    @OptionGroup var service: ConfiguredService

    @Flag(
        help: ArgumentHelp(
            "Let the sessions live: for a server that lost its last moments, when that is the smaller evil."))
    var keepSessions = false

    func run() async throws {
        let settings = try service.settings()
        guard try settings.databasePlace.isThere() else {
            throw ConfigurationFaults(["database: there is none at \(settings.databasePlace)"])
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
                ? "the database is taken as it is, with its sessions"
                : "the database is taken as it is; every session in it is over, and people sign in again")
    }
}
