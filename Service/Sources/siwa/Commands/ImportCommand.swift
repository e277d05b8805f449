import AccountStorage
import ArgumentParser
import Foundation
import Settings
import SignInFlows
import SignInServer

/// `siwa import`: makes accounts of the app's users.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make accounts of the users you have: a file of JSON lines.",
        discussion: """
            One user a line: external_id, and where you have them email, email_verified, name {given, family}, \
            created_at, disabled, password_hash with login_names, apple [{team, subject, client, refresh_token, email, \
            is_private_email}], identities [{issuer, subject}] at other providers. Documentation/existing-users.md says \
            what each means.

            A dry run also counts the hashes that no password will ever fit, with the cause and the first lines.

            Who is there already stays as they are, so a file can be imported again. A line that is wrong is named with \
            its number and left out; the others are taken. An import that was interrupted goes on with --resume.

            Exit codes: 0 all taken, 1 lines were refused or differ, 2 wrong usage or configuration, 3 could not be done.
            """)

    @Argument(help: ArgumentHelp("The file.", valueName: "file"))
    var file: String

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Look at everything and keep nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write what was refused, and what differs, there as JSON lines.", valueName: "file"))
    var report: String?

    @Flag(help: "Go on where the import of this file was interrupted.")
    var resume = false

    func validate() throws {
        guard !(dryRun && resume) else { throw ValidationError("--dry-run keeps nothing that could go on") }
    }

    func run() async throws {
        let source: ImportSource
        do {
            source = try ImportSource(file)
        } catch {
            throw ConfigurationFaults(["\(error)"])
        }
        let run = ImportRun(source: source, isDryRun: dryRun, report: report, resumes: resume)
        let sum = try await service.withEnvironment { try await run.work(in: $0) }
        guard sum.refused == 0, sum.conflicts == 0 else { throw ProgramExit.no }
    }
}
