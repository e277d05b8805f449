import AccountStorage
import ArgumentParser
import Foundation
import Settings
import SignInFlows
import SignInServer

/// `siwa import`: creates accounts for the app's existing users.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Create accounts for your existing users from a file of JSON lines.",
        discussion: """
            One user per line: external_id and, where you have them, email, email_verified, name {given, family}, \
            created_at, disabled, password_hash with login_names, apple [{team, subject, client, refresh_token, email, \
            is_private_email}], identities [{issuer, subject}] at other providers. Documentation/existing-users.md \
            explains each.

            Subjects, refresh tokens and addresses by which nobody can ever be recognised are counted, with the cause and \
            the first lines; a dry run also counts hashes that no password can match.

            Users who already exist stay as they are, so a file can be imported again. A line with an error is \
            reported with its number and skipped; the others are imported. --resume continues an interrupted import.

            Exit codes: 0 all imported, 1 lines were refused or differ, 2 usage or configuration error, 3 failed.
            """)

    @Argument(help: ArgumentHelp("The file to import.", valueName: "file"))
    var file: String

    @OptionGroup var service: ConfiguredService

    @Flag(help: "Check everything and store nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Write refused and differing lines to this file, as JSON lines.", valueName: "file"))
    var report: String?

    @Flag(help: "Continue where the import of this file was interrupted.")
    var resume = false

    func validate() throws {
        guard !(dryRun && resume) else { throw ValidationError("--dry-run stores nothing for --resume to continue") }
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
