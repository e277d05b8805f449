import CLibFuzzer
import Foundation
import TokenTestSupport

/// `fuzz TARGET [libFuzzer's options and corpus folders …]`, `fuzz TARGET --seeds FOLDER`, `fuzz --list`.
@main
enum Program {
    static func main() throws {
        let arguments = CommandLine.arguments
        if arguments.count == 2, arguments[1] == "--list" {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            return
        }
        guard arguments.count >= 2, let target = (FuzzTarget.all + [.planted]).first(where: { $0.name == arguments[1] })
        else {
            print("usage: fuzz TARGET [OPTION …]; targets: \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
            exit(2)
        }
        if arguments.count == 4, arguments[2] == "--seeds" {
            try target.writeSeeds(into: URL(filePath: arguments[3]))
            return
        }
        Run.target = target
        atexit {
            remark("stat::accepted: \(Run.accepted)\nstat::refused: \(Run.refused)")
        }
        exit(drive([arguments[0]] + arguments.dropFirst(2)))
    }

    /// libFuzzer ends the process itself after its time or its number of runs.
    private static func drive(_ arguments: [String]) -> Int32 {
        var texts: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        return texts.withUnsafeMutableBufferPointer { buffer in
            var count = Int32(arguments.count)
            var start = buffer.baseAddress
            return LLVMFuzzerRunDriver(&count, &start) { data, size in
                Run.one(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            }
        }
    }
}

/// Global state, because libFuzzer's callback cannot carry a context. It runs in one thread.
enum Run {
    nonisolated(unsafe) static var target: FuzzTarget?
    nonisolated(unsafe) static var accepted = 0
    nonisolated(unsafe) static var refused = 0

    static func one(_ input: [UInt8]) {
        guard let target else { return }
        if target.isAccepted(input) { accepted += 1 } else { refused += 1 }
    }
}

/// libFuzzer calls this instead of its own mutations, which can be called from here.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(_ data: UnsafeMutablePointer<UInt8>, _ size: Int, _ limit: Int, _ seed: UInt32) -> Int {
    guard let structured = Run.target?.mutate else { return LLVMFuzzerMutate(data, size, limit) }
    var random = SeededRandom(seed: UInt64(seed))
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    guard let output = structured(input, &random), output.count <= limit else {
        return LLVMFuzzerMutate(data, size, limit)
    }
    for (index, byte) in output.enumerated() { data[index] = byte }
    return output.count
}

/// Applies libFuzzer's mutations to some bytes.
func mutated(_ bytes: [UInt8], upTo limit: Int) -> [UInt8] {
    var buffer = bytes + Array(repeating: 0, count: max(0, limit - bytes.count))
    let count = buffer.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress.map { LLVMFuzzerMutate($0, bytes.count, buffer.count) } ?? 0
    }
    return Array(buffer.prefix(count))
}
