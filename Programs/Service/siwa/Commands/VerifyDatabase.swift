import ArgumentParser
import Foundation
import ServiceAssembly
import SignInServer

/// `siwa verify-database`: reads a whole database, in use or a copy.
struct VerifyDatabase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify-database", abstract: "Read the whole database or a copy of it, and report damage.",
        discussion: """
            Checks the file's structure, rows that belong to no account, and whether the service's own keys open every \
            sealed value. Nothing in it is changed, and the service may run. \
            A copy that was made without siwa backup may get the files -wal and -shm beside it. Of a PostgreSQL server only the schema and the \
            sealed values are checked.

            Exit codes: 0 no damage, 1 damaged, 2 usage or configuration error, 3 could not be read.
            """)

    @OptionGroup var service: ConfiguredService

    @Argument(help: ArgumentHelp("A copy of the database. (default: the database in use)", valueName: "copy"))
    var copy: String?

    func run() async throws {
        let settings = try service.settings()
        let report = try await report(
            on: copy.map { .file(path: URL(fileURLWithPath: $0).path) } ?? settings.databasePlace,
            secrets: settings.secretsDirectory)
        for fault in report.faults { Output.remark("damaged: \(VisibleJSON.visible(fault))") }
        if !report.facts.isEmpty { Output.result(report.facts.joined(separator: ", ")) }
        if !report.faults.isEmpty { throw ProgramExit.no }
    }

    private func report(on place: DatabasePlace, secrets: String) async throws -> DatabaseReport {
        if case .file(let path) = place { return try await DatabaseReport.examine(file: path, secrets: secrets) }
        let database = try place.open(DatabasePlace.Opening(mayMigrate: false, connections: 1))
        do {
            let report = try await DatabaseReport.examine(database, secrets: secrets)
            await database.close()
            return report
        } catch {
            await database.close()
            throw error
        }
    }
}
