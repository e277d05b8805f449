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
