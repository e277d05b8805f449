import Foundation

/// A program of this package as a child process; its first line on standard output is JSON with its address.
final class BuiltProgram: Sendable {
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

    /// Runs a program to its end.
    static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, errors: String) {
        let process = Process()
        let errors = Pipe()
        process.executableURL = folder.appendingPathComponent(name)
        process.arguments = arguments
        process.standardError = errors
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }

    struct NotStarted: Error {
        let name: String
        let log: String
    }

    var isRunning: Bool { process.isRunning }

    /// What the program wrote to standard error so far.
    var logged: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

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

extension BuiltProgram {
    /// Memory of the process in bytes: what it holds, and the most it ever held since the peak was last forgotten.
    struct Memory {
        let resident: Int
        let peak: Int
    }

    /// Nil where the system has no `/proc`.
    var memory: Memory? {
        guard let text = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        else { return nil }
        func kilobytes(_ name: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Int($0.filter(\.isNumber)) }
        }
        guard let resident = kilobytes("VmRSS:"), let peak = kilobytes("VmHWM:") else { return nil }
        return Memory(resident: resident << 10, peak: peak << 10)
    }

    /// Lets the peak begin anew at what is held now (proc(5), clear_refs).
    func forgetPeak() {
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/\(process.processIdentifier)/clear_refs"))
    }
}
