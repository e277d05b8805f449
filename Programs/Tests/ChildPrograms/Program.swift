import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A program that is run as a child process.
public struct Program: Sendable {
    /// Its executable file.
    public let path: String

    /// Any program.
    public init(path: String) {
        self.path = path
    }

    /// A program of this package. The build puts it beside the test bundle, which Linux runs itself and macOS loads into another.
    public static func built(_ name: String) -> Program {
        var bundles = [URL(filePath: CommandLine.arguments[0])]
        #if canImport(Darwin)
            bundles += Bundle.allBundles.map(\.bundleURL)
        #endif
        let paths = bundles.map { $0.deletingLastPathComponent().appending(path: name).path }
        return Program(path: paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0])
    }

    /// The service and its tools.
    public static let siwa = built("siwa")

    /// How a program ended, and what it had said.
    public struct Ended: Sendable {
        /// Nil when a signal ended it.
        public let status: Int32?
        /// The signal that ended it.
        public let signal: Int32?
        /// What it wrote to standard output.
        public let output: String
        /// What it wrote to standard error.
        public let errors: String

        /// Standard output, one element a line.
        public var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Runs it with this input to its end, in no other environment than this one, in a folder if one is named.
    public func run(
        _ arguments: [String], input: String = "", environment: [String: String] = [:], folder: String? = nil
    ) async throws -> Ended {
        precondition(Self.isPipeSignalIgnored)
        let variables = ["COLUMNS": "100", "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        let ended = try await Subprocess.run(
            .path(FilePath(path)), arguments: Arguments(arguments),
            environment: .custom(Dictionary(uniqueKeysWithValues: variables.map { (.init(stringLiteral: $0), $1) })),
            workingDirectory: folder.map { FilePath($0) },
            input: .inputWriter, output: .string(limit: Self.longestOutput), error: .string(limit: Self.longestOutput)
        ) { child in
            // A program that refuses its arguments does not read its input.
            _ = try? await child.standardInputWriter.write(input)
        }
        let (status, signal) = ended.terminationStatus.codes
        return Ended(
            status: status, signal: signal, output: ended.standardOutput, errors: ended.standardError)
    }

    private static let longestOutput = 64 << 20

    /// Writing to a program that does not read must not end us.
    static let isPipeSignalIgnored: Bool = {
        signal(SIGPIPE, SIG_IGN)
        return true
    }()
}

extension TerminationStatus {
    /// What it exited with, or the signal that ended it.
    var codes: (status: Int32?, signal: Int32?) {
        switch self {
        case .exited(let status): (status, nil)
        case .signaled(let signal): (nil, signal)
        }
    }
}
