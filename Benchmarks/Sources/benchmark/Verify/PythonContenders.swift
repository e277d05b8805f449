import Foundation

/// PyJWT and OpenSSL in a Python process of their own, which times itself and takes part in every round.
final class PythonContenders {
    let verification: Rounds.Contender
    let openSSL: Rounds.Contender
    /// What took part, with versions.
    let versions: String
    private let process = Process()
    private let input: FileHandle

    init(_ command: [String], job: [String: String]) throws {
        let input = Pipe()
        let output = Pipe()
        self.input = input.fileHandleForWriting
        process.executableURL = URL(fileURLWithPath: command[0])
        process.arguments = Array(command.dropFirst())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let lines = Lines(input: input.fileHandleForWriting, output: output.fileHandleForReading)
        try lines.send(String(decoding: JSONSerialization.data(withJSONObject: job), as: UTF8.self))
        versions = try lines.receive()
        let contender = { (name: String, task: String) in
            Rounds.Contender(name: name) { count in
                try lines.send("\(task) \(count)")
                guard let spent = Double(try lines.receive()) else {
                    throw BenchmarkFault("the Python process answered no number")
                }
                return spent
            }
        }
        verification = contender("PyJWT: signature, iss, exp, iat, aud, nonce", "pyjwt")
        openSSL = contender("OpenSSL: the RSA operation alone, called from Python", "openssl")
    }

    /// The process ends with its input; nobody waits for it.
    func stop() {
        try? input.close()
    }

    private struct Lines {
        let input: FileHandle
        let output: FileHandle

        func send(_ line: String) throws {
            try input.write(contentsOf: Data((line + "\n").utf8))
        }

        func receive() throws -> String {
            var line = Data()
            while let byte = try output.read(upToCount: 1), !byte.isEmpty {
                if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
                line += byte
            }
            throw BenchmarkFault("the Python process ended early")
        }
    }
}
