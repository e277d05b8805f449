import ArgumentParser
import Foundation
import SignInFlows

struct AccountsExportAll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-all", abstract: "Write everything stored about all accounts to a file of JSON lines.",
        discussion: """
            One account per line, in the order of their IDs, as siwa accounts export prints it. The file is new, has \
            mode 0600, and gets its name when it is complete. An existing file is never replaced. A run that is \
            killed can leave an incomplete file, <export>.part-…, which you have to delete.

            --with-secrets adds the member secrets: password_hash, in the form in which it is stored, and \
            refresh_tokens [{team_id, subject, client, token}]. A token that cannot be opened is null and is counted. \
            Such a file is as sensitive as the database and its master key together. Whoever has it can guess \
            passwords without any limit, and can use and revoke the tokens if they also have your key for Apple. \
            Keep it on an encrypted disk, send it encrypted, and delete it as soon as it is imported.

            The service may run meanwhile. Accounts that are created during the run may be missing, and later changes \
            are not in the file. Do not replace the master key during a run with secrets. Each export is written to \
            the audit of its account.

            Exit codes: 0 done, 1 the file is written, but something sealed could not be opened, 2 usage or \
            configuration error, 3 failed.
            """)

    @OptionGroup var service: ConfiguredService

    @Argument(help: ArgumentHelp("The file to write.", valueName: "export"))
    var file: String

    @Flag(help: "Add password hashes and Apple's refresh tokens, in plain text.")
    var withSecrets = false

    func run() async throws {
        let export = AllAccountsExport(path: URL(fileURLWithPath: file).path, withSecrets: withSecrets)
        let sum = try await service.withEnvironment { environment in
            try await StopSignals.cancelling { try await export.work(in: environment) }
        }
        sum.say(withSecrets: withSecrets)
        guard sum.unreadable == 0 else { throw ProgramExit.no }
    }
}
