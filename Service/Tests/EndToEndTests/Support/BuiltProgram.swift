import Foundation

/// A program of this package as a child process; its first line on standard output is JSON with its address.
final class BuiltProgram {
    let baseURL: String
    private let process: Process
    private let log: String

    init(_ name: String, _ arguments: [String], log: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = Self.folder.appendingPathComponent(name)
        process.arguments = arguments
        process.standardOutput = output
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        guard let facts = try? JSONDecoder().decode([String: String].self, from: line), let url = facts["base_url"]
        else {
            process.terminate()
            throw NotStarted(name: name, log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
        }
        baseURL = url
        self.process = process
        self.log = log
    }

    struct NotStarted: Error {
        let name: String
        let log: String
    }

    /// Waits for the process to end by itself; whether a signal, and which, ended it.
    func waitForSignal() -> Int32? {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    }

    func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }

    /// Test bundle and programs are built into one folder.
    private static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
}
