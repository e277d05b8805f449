import ArgumentParser
import Foundation

/// The command `siwa`: its sub-commands, and the exit codes they share.
@main
struct SIWA: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "siwa",
        abstract: "Sign in with Apple for your own accounts: the service and its tools.",
        discussion: "Exit codes: 0 yes, 1 no, 2 wrong usage or configuration, 3 could not decide.",
        version: "0.1.0",
        subcommands: [
            Serve.self, Migrate.self, Restored.self, KeysCommand.self, SecretsCommand.self, TokenCommand.self,
            ClientSecretCommand.self,
            AccountsCommand.self, CredentialsCommand.self, WebhooksCommand.self,
            ImportCommand.self,
        ])

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            ProgramExit.leave(for: error)
        }
    }
}
