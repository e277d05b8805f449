import AppleIDEmulator
import ArgumentParser
import Foundation
import PrivateFiles
import Settings

/// `apple-id-emulator record`. Exit codes: 0 the answers are the same, 1 they differ, 2 wrong usage or script, 3 the
/// server could not be reached.
struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Play a script of calls against a server and against the emulator, and show how the answers differ.",
        discussion: """
            For people with an Apple account who want to tell us how Apple answers. Nothing secret is printed or \
            written: no tokens, codes, secrets, subjects or addresses. Scripts that come with the program: \
            \(SampleScript.names.joined(separator: ", ")).
            """)

    @Option(help: ArgumentHelp("A script file, or the name of one that comes with the program.", valueName: "script"))
    var script: String

    @Option(help: ArgumentHelp("The server, such as https://appleid.apple.com.", valueName: "url"))
    var baseUrl: String?

    @Option(help: ArgumentHelp("A value of the script that is no secret; may be repeated.", valueName: "name=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("A JSON file with values of the script.", valueName: "file"))
    var values: String?

    @Option(help: ArgumentHelp("Where the recording is written as JSON, to attach to an issue.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "The pause between two calls; by default 1, and 0 for a server on this machine.", valueName: "seconds"))
    var pause: Double?

    @Flag(help: "Print the script and send nothing.")
    var show = false

    func run() async throws {
        let text = try SampleScript.read(script)
        let script = try RecordingScript(json: text)
        if show {
            FileHandle.standardOutput.write(Data(text))
            return
        }
        guard let baseUrl else { throw ValidationError("--base-url is missing.") }
        let address = try RecordingBaseURL(baseUrl)
        let pause = pause ?? (address.isLoopback ? 0 : 1)
        guard (0...3_600).contains(pause) else { throw ValidationError("--pause must be from 0 to 3600 seconds.") }
        let recorder = Recorder(
            script: script, values: try readValues(of: script), baseURL: address,
            pause: { if pause > 0 { try await Task.sleep(for: .seconds(pause)) } })
        let recording = try await recorder.record()
        if let output { try write(recording, to: output) }
        FileHandle.standardOutput.write(Data(recording.text.utf8))
        throw ExitCode(recording.isSame ? 0 : 1)
    }

    private func readValues(of script: RecordingScript) throws -> RecordingValues {
        let pairs = try set.map { pair in
            guard let equals = pair.firstIndex(of: "=") else {
                throw ValidationError("--set must be NAME=VALUE.")
            }
            return (name: String(pair[..<equals]), value: String(pair[pair.index(after: equals)...]))
        }
        return try RecordingValues(
            for: script, set: pairs, environment: ProcessInfo.processInfo.environment,
            file: values.map { try RecordingValues.texts(in: ConfigurationFile($0)) } ?? [:])
    }

    private func write(_ recording: Recording, to path: String) throws {
        do {
            try PrivateFile.replace(path, Array(recording.json))
        } catch {
            throw ValidationError("The recording cannot be written: \(error)")
        }
    }
}
