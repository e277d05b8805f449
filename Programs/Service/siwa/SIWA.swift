import ArgumentParser
import Foundation
import HTTPServing
import PrivateFiles
import ServiceAssembly
import Settings
import SignInServer

/// The command `siwa`: its subcommands and the exit codes that they share.
@main
struct SIWA: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "siwa",
        abstract: "Sign in with Apple for your own accounts: the service and its tools.",
        discussion: "Exit codes: 0 yes, 1 no, 2 usage or configuration error, 3 could not decide.",
        version: Release.version + "\n" + BuiltParts.current.line,
        subcommands: [
            SetupCommand.self, Serve.self, DoctorCommand.self, Migrate.self, BackupCommand.self, VerifyDatabase.self,
            Restored.self, KeysCommand.self, SecretsCommand.self,
            TokenCommand.self,
            ClientSecretCommand.self,
            AccountsCommand.self, ExplainCommand.self, NumbersCommand.self, ClientsCommand.self,
            CredentialsCommand.self,
            WebhooksCommand.self, MailCommands.self, ImportCommand.self, TransferCommand.self,
        ])

    static func main() async {
        PrivateFile.maskNewFiles()
        do {
            try requireKnownCommand(in: Array(CommandLine.arguments.dropFirst()))
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch {
            leave(for: error)
        }
    }
}

extension SIWA {
    /// Refuses words that name no command. ArgumentParser would complain of the options behind them instead.
    private static func requireKnownCommand(in words: [String]) throws(ValidationError) {
        var found: any ParsableCommand.Type = SIWA.self
        for word in words {
            let commands = found.configuration.subcommands
            // A command without others, or with a default one, takes the word itself.
            guard !commands.isEmpty, found.configuration.defaultSubcommand == nil else { return }
            guard !word.hasPrefix("-"), word != "help" else { return }
            guard let next = commands.first(where: { $0.calledAs.contains(word) }) else {
                let nearest = NearestName.find(word, among: commands.map { $0._commandName })
                throw ValidationError(
                    "there is no command \(ShownValue.of(word))" + (nearest.map { "; did you mean \($0)?" } ?? ""))
            }
            found = next
        }
    }

    /// Prints the message of `error` and ends the process with the matching exit code.
    ///
    /// ArgumentParser would exit with 64 for wrong usage and 1 for any other error. Our codes are 2 and 3.
    private static func leave(for error: any Error) -> Never {
        let text = fullMessage(for: error)
        let code = code(for: error)
        if !text.isEmpty {
            let stream = code == .success ? FileHandle.standardOutput : FileHandle.standardError
            stream.write(Data((text + "\n").utf8))
        }
        exit(withError: code)
    }

    private static func code(for error: any Error) -> ExitCode {
        if let code = error as? ExitCode { return code }
        if error is ConfigurationFaults { return ProgramExit.wrongUsage }
        switch exitCode(for: error) {
        case .success: return .success
        case .validationFailure: return ProgramExit.wrongUsage
        default: return ProgramExit.undecided
        }
    }
}

extension ParsableCommand {
    /// The words that call the command. Without a name in its configuration, its type's name is one.
    fileprivate static var calledAs: [String] { [_commandName] + configuration.aliases }
}
