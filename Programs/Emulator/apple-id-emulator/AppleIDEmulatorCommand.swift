import AppleIDEmulator
import ArgumentParser
import Foundation
import HTTPServing
import PrivateFiles
import Settings

/// The command `apple-id-emulator`. Exit codes: 0 stopped on request, 2 wrong usage or configuration, 3 could not
/// serve. Those of `record` are in ``RecordCommand``, those of commands for a running emulator in ``EmulatorAddress``.
@main
struct AppleIDEmulatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple-id-emulator",
        abstract: "An emulator of Sign in with Apple for development and tests: not Apple, not for production.",
        discussion: "Without a subcommand, it serves. `apple-id-emulator serve --help` lists the options.",
        version: Release.version,
        subcommands: [
            ServeCommand.self, TriggerCommand.self, EventsCommand.self, PeopleCommand.self, FaultCommand.self,
            RecordCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    static func main() async {
        PrivateFile.maskNewFiles()
        do {
            var command = try parseAsRoot()
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
        } catch let faults as ConfigurationFaults {
            leave(2, saying: "\(faults)")
        } catch let fault as RecordingFault {
            leave(2, saying: "\(fault)")
        } catch let failure as EmulatorCallFailure {
            leave(failure.exitCode, saying: "\(failure)")
        } catch let fault as CannotListen {
            leave(3, saying: "\(fault)")
        } catch let interruption as RecordingInterruption {
            leave(3, saying: "\(interruption)")
        } catch let code as ExitCode {
            exit(withError: code)
        } catch {
            leave(for: error)
        }
    }

    private static func leave(_ code: Int32, saying text: String) -> Never {
        FileHandle.standardError.write(Data("apple-id-emulator: \(text)\n".utf8))
        exit(withError: ExitCode(code))
    }

    /// The argument parser exits with 64 for wrong usage and 1 for any other error. This command uses 2 and 3.
    private static func leave(for error: any Error) -> Never {
        let code = exitCode(for: error)
        let text = fullMessage(for: error)
        let stream = code == .success ? FileHandle.standardOutput : FileHandle.standardError
        if !text.isEmpty { stream.write(Data((text + "\n").utf8)) }
        switch code {
        case .success: exit(withError: nil)
        case .validationFailure: exit(withError: ExitCode(2))
        default: exit(withError: ExitCode(3))
        }
    }
}

extension EmulatorCallFailure {
    fileprivate var exitCode: Int32 {
        switch self {
        case .refused: 1
        case .baseURL: 2
        case .unreachable, .notAnEmulator: 3
        }
    }
}
