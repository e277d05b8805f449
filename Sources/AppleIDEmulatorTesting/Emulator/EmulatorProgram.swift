import Foundation

#if os(macOS) || os(Linux)
    /// The emulator as a child process. It ends with the process of the tests, however that ends.
    ///
    /// Process and Pipe are not Sendable. Between the start and ``end()``, nothing uses them.
    final class EmulatorProgram: @unchecked Sendable {
        /// A shell is the parent of the emulator. It waits for the end of its own input, which the system closes when the
        /// process of the tests is gone, also if it was killed. Standard output stays open in the emulator alone, so its
        /// end tells that the emulator ended. The shell does not wait for that: it inherits blocked signals from the
        /// thread that starts it, and `wait` needs SIGCHLD.
        private static let script = """
            folder=$1
            "$0" --listen 127.0.0.1:0 --keys-in "$folder" 2>"$folder/log" </dev/null &
            child=$!
            exec >/dev/null
            read -r line
            kill "$child"
            rm -r "$folder"
            """

        let address: URL
        private let shell: Process
        private let input: Pipe
        private let output: Pipe

        /// Starts the program on a free port.
        init(path: String) async throws {
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw EmulatorFailure(
                    "not_started", "\(EmulatorAddress.programVariable) names no program that can be run: \(path)")
            }
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("apple-id-emulator-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (input, output, shell) = (Pipe(), Pipe(), Process())
            // Otherwise, other programs that the tests start would keep the emulator alive.
            for end in [input.fileHandleForWriting, output.fileHandleForReading] {
                _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC)
            }
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = ["-c", Self.script, path, folder.path]
            (shell.standardInput, shell.standardOutput) = (input, output)
            do {
                try shell.run()
            } catch {
                throw EmulatorFailure("not_started", "\(path) cannot be started: \(error)")
            }
            let line = await Self.line(of: output)
            guard let facts = try? JSONDecoder().decode(Facts.self, from: line), let url = URL(string: facts.baseURL)
            else {
                let log = try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)
                throw EmulatorFailure("not_started", "\(path) did not start: \(log ?? "")")
            }
            (address, self.shell, self.input, self.output) = (url, shell, input, output)
        }

        /// Does what the system does when the process of the tests is gone, and returns when the emulator has ended.
        func end() async {
            try? input.fileHandleForWriting.close()
            while await !Self.line(of: output).isEmpty {}
        }

        private struct Facts: Decodable {
            let baseURL: String

            enum CodingKeys: String, CodingKey { case baseURL = "base_url" }
        }

        /// Reads a line, or nothing at the end. Reading waits, so a thread of its own does it.
        private static func line(of pipe: Pipe) async -> Data {
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            let line = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var line = Data()
                    var byte: UInt8 = 0
                    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
                    continuation.resume(returning: line)
                }
            }
            // Otherwise, the pipe could be closed while the thread reads.
            withExtendedLifetime(pipe) {}
            return line
        }
    }
#endif
