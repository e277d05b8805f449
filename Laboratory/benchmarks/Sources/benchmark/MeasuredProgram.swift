import ChildPrograms
import Foundation
import Subprocess

#if canImport(Glibc)
    // On Linux the clang modules declare `timespec` here.
    import CoreFoundation
    import Glibc
#endif
#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// One of the built programs, run as a child process.
struct MeasuredProgram {
    let baseURL: String
    /// From starting the process to its first line of output.
    let secondsToReady: Double
    private let program: LivingProgram

    init(_ path: String, _ arguments: [String], log: String) async throws {
        let started = Date()
        program = try await LivingProgram(Program(path: path), arguments, log: log)
        secondsToReady = Date().timeIntervalSince(started)
        // Uses the address it listens on, because the service's public URL is a name that only its own pages use here.
        baseURL = program.facts["listen"].map { "http://\($0)" } ?? program.baseURL
    }

    /// Processor time in microseconds that all threads of the process have used. The kernel's clock for the process is
    /// precise, while `/proc/…/stat` counts in hundredths of a second.
    func processorMicroseconds() throws -> Double {
        #if canImport(Glibc)
            var clock = clockid_t()
            var time = timespec()
            if clock_getcpuclockid(program.processIdentifier, &clock) == 0, clock_gettime(clock, &time) == 0 {
                return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
            }
        #endif
        throw BenchmarkFault("the processor time of another process is read on Linux only")
    }

    /// The number of context switches of all its threads, voluntary or not.
    func contextSwitches() -> Int {
        let folder = "/proc/\(program.processIdentifier)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.reduce(0) { count, thread in
            let text = (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
            let lines = text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
            return count + lines.reduce(0) { $0 + (Int($1.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0) }
        }
    }

    /// Resident memory in MB.
    func residentMegabytes() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(program.processIdentifier)/statm", encoding: .utf8)
        guard let pages = Double(text.split(separator: " ").dropFirst().first ?? "") else { return .nan }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }

    /// Resident memory in MB that is not backed by a file: what the program allocated itself.
    func anonymousMegabytes() throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let words = line?.split(whereSeparator: \.isWhitespace) ?? []
        guard let kibibytes = words.dropFirst().first.flatMap({ Double($0) }) else { return .nan }
        return kibibytes * 1_024 / 1e6
    }

    func stop() async { await program.stop() }
}

/// Runs a program in our environment until it ends, and returns its output.
func output(of path: String, _ arguments: [String]) async throws -> String {
    let ended = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), output: .string(limit: 1 << 20),
        error: .currentStandardError)
    guard ended.terminationStatus.isSuccess else {
        throw BenchmarkFault("\(path) \(arguments.joined(separator: " ")) failed")
    }
    return ended.standardOutput
}

/// The error that stopped a benchmark, for the person who ran it.
struct BenchmarkFault: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
