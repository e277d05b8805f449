import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// PyJWT and OpenSSL in a Python process, which measures its own time and takes part in every round.
struct PythonContenders {
    let verification: Rounds.Contender
    let openSSL: Rounds.Contender
    /// The names and versions of both.
    let versions: String

    /// Runs `work` with them. The process ends when its input is closed after `work`.
    static func run(
        _ command: [String], job: [String: String], _ work: (PythonContenders) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(command[0])), arguments: Arguments(Array(command.dropFirst())), input: .inputWriter,
            output: .sequence, error: .currentStandardError
        ) { child in
            let lines = Lines(
                input: child.standardInputWriter, output: child.standardOutput.strings().makeAsyncIterator())
            try await work(PythonContenders(lines, job: job))
        }
    }

    private init(_ lines: Lines, job: [String: String]) async throws {
        versions = try await lines.ask(String(decoding: JSONSerialization.data(withJSONObject: job), as: UTF8.self))
        let contender = { (name: String, task: String) in
            Rounds.Contender(name: name) { count in
                guard let spent = Double(try await lines.ask("\(task) \(count)")) else {
                    throw BenchmarkFault("the Python process answered no number")
                }
                return spent
            }
        }
        verification = contender("PyJWT: signature, iss, exp, iat, aud, nonce", "pyjwt")
        openSSL = contender("OpenSSL: the RSA operation alone, called from Python", "openssl")
    }

    private final class Lines {
        private let input: StandardInputWriter
        private var output: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator

        init(input: StandardInputWriter, output: SubprocessOutputSequence.StringSequence<UTF8>.AsyncIterator) {
            (self.input, self.output) = (input, output)
        }

        /// Sends a line and returns the line that answers it.
        func ask(_ line: String) async throws -> String {
            _ = try await input.write(line + "\n")
            guard let answer = try await output.next() else {
                throw BenchmarkFault("the Python process ended early")
            }
            return answer
        }
    }
}
