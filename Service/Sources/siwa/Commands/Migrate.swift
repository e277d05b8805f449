import ArgumentParser
import SignInServer

/// `siwa migrate`: brings the database's schema up to date without serving.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database's schema up to date.",
        discussion: """
            For whoever starts the service with --no-migrate, or wants the new schema before the new program. Each step is \
            one transaction; of several processes one takes it. The database must be there: the service makes it at its \
            first start.

            Exit codes: 0 up to date, 2 wrong usage or configuration, 3 could not be done.
            """)

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let place = try service.settings().databasePlace
        let database = try place.open(DatabasePlace.Opening(connections: 1))
        await database.close()
        Output.result("schema \(database.schema)")
    }
}
