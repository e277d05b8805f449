import ArgumentParser
import ServiceAssembly
import SignInServer

/// `siwa migrate`: updates the database's schema without serving requests.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the database's schema up to date.",
        discussion: """
            Use it if you start the service with --no-migrate, or want the new schema before the new program. Each \
            step is one transaction; if several processes try, one takes it. The database must exist: the service \
            creates it at its first start.

            Exit codes: 0 up to date, 2 usage or configuration error, 3 failed.
            """)

    @OptionGroup var service: ConfiguredService

    func run() async throws {
        let place = try service.settings().databasePlace
        let database = try place.open(DatabasePlace.Opening(connections: 1))
        await database.close()
        Output.result("schema \(database.schema)")
    }
}
