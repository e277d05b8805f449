import Foundation

/// The built `siwa`, run as a child process.
struct Program {
    struct Ended {
        let status: Int32
        let output: String
        let errors: String

        /// Standard output, one element a line.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Where the build puts programs: beside the test bundle. Linux runs the bundle itself; on macOS another program loads it.
    private static var executable: URL {
        let beside = { (bundle: URL) in bundle.deletingLastPathComponent().appending(path: "siwa") }
        let first = beside(URL(filePath: CommandLine.arguments[0]))
        if FileManager.default.isExecutableFile(atPath: first.path) { return first }
        let others = Bundle.allBundles.map { beside($0.bundleURL) }
        return others.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? first
    }

    /// A child that refuses its arguments does not read its input; writing to it must not end the tests.
    private static let isPipeSignalIgnored: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return true
    }()

    /// Runs `siwa` with these arguments and this standard input, and waits for its end.
    static func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Ended {
        precondition(isPipeSignalIgnored)
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.environment = ["COLUMNS": "100", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (standardInput, output, errors)
        return try await withCheckedThrowingContinuation { continuation in
            // All three pipes are served at once, or a child that fills one of them would wait for ever.
            let queue = DispatchQueue(label: "siwa", attributes: .concurrent)
            queue.async {
                do { try process.run() } catch { return continuation.resume(throwing: error) }
                queue.async {
                    try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
                    try? standardInput.fileHandleForWriting.close()
                }
                let said = Box()
                let group = DispatchGroup()
                queue.async(group: group) { said.data = errors.fileHandleForReading.readDataToEndOfFile() }
                let results = output.fileHandleForReading.readDataToEndOfFile()
                group.wait()
                process.waitUntilExit()
                continuation.resume(
                    returning: Ended(
                        status: process.terminationStatus, output: String(decoding: results, as: UTF8.self),
                        errors: String(decoding: said.data, as: UTF8.self)))
            }
        }
    }

    /// Written by one thread and read by another after the group's wait.
    private final class Box: @unchecked Sendable {
        var data = Data()
    }
}

/// A folder that is gone with the test.
struct TemporaryFolder: ~Copyable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "siwa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a file with these permissions and gives its path.
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let path = url.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
