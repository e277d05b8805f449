import AppleIDEmulator
import ArgumentParser
import Foundation

/// The options with which a command finds a running emulator. The exit codes of these commands: 0 done, 1 the emulator
/// refused it, 2 wrong usage, 3 no emulator could be reached.
struct EmulatorAddress: ParsableArguments {
    static let exitCodes = "Exit codes: 0 done, 1 the emulator refused it, 2 wrong usage, 3 no emulator was reached."

    @Option(
        help: ArgumentHelp(
            "Where the emulator runs; by default EMULATOR_URL in the environment, or http://127.0.0.1:9080.",
            valueName: "url"))
    var baseUrl: String?

    /// Runs `work` with a connection to the emulator. It sends EMULATOR_CONTROL_TOKEN, which the emulator reads, too.
    func connect<Value>(_ work: (EmulatorConnection) async throws -> Value) async throws -> Value {
        let environment = ProcessInfo.processInfo.environment
        return try await EmulatorConnection.with(
            baseUrl ?? environment["EMULATOR_URL"] ?? "http://127.0.0.1:9080",
            token: environment["EMULATOR_CONTROL_TOKEN"], work)
    }

    /// Prints a result.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Prints a remark for people.
    static func remark(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
