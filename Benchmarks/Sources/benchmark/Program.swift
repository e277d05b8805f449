import Foundation

/// One of the built programs as a child process; its first line on standard output is JSON with its address.
final class Program {
    let baseURL: String
    /// From starting the process to its first line.
    let secondsToReady: Double
    private let process: Process

    init(_ path: String, _ arguments: [String], log: String) throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = output
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        let started = Date()
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        secondsToReady = Date().timeIntervalSince(started)
        self.process = process
        guard let facts = try? JSONDecoder().decode([String: String].self, from: line), let url = Self.address(facts)
        else {
            process.terminate()
            throw BenchmarkFault("\(path) did not start; see \(log)")
        }
        baseURL = url
    }

    /// Where it listens: the service's public URL is a name that only its own pages use here.
    private static func address(_ facts: [String: String]) -> String? {
        facts["listen"].map { "http://\($0)" } ?? facts["base_url"]
    }

    /// Microseconds of processor time that the process has used, all threads.
    func processorMicroseconds() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        guard let end = text.lastIndex(of: ")") else { throw BenchmarkFault("/proc/…/stat is not as expected") }
        let fields = text[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
            throw BenchmarkFault("/proc/…/stat is not as expected")
        }
        return (user + system) * 1e6 / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Resident memory in MB.
    func residentMegabytes() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
        guard let pages = Double(text.split(separator: " ").dropFirst().first ?? "") else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }

    /// Megabytes of memory that hold no page of a file: what the program made itself.
    func anonymousMegabytes() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        guard let kibibytes = words.dropFirst().first.flatMap({ Double($0) }) else { return .nan }
        return kibibytes * 1_024 / 1e6
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}

/// What stopped a benchmark, for the person who ran it.
struct BenchmarkFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
