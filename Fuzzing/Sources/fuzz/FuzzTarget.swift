import Foundation

/// One way into the library for bytes that anybody may have made.
struct FuzzTarget: Sendable {
    let name: String
    /// Tries an input, whether it was accepted; ends the process where a promise is broken.
    let isAccepted: @Sendable ([UInt8]) -> Bool
    /// Mutations that keep the form; nil where the bytes themselves are mutated.
    let mutate: (@Sendable ([UInt8], inout SeededRandom) -> [UInt8]?)?
    /// What to begin with.
    let seeds: @Sendable () throws -> [[UInt8]]

    static let all = [
        tokens, claims, reader, base64URL, keySets, callbacks, notifications, tokenAnswers, privateKeys,
    ]

    func writeSeeds(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in try seeds().enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
        }
    }
}

/// A promise that must hold for every input. libFuzzer reports the input when the process ends.
func promise(_ holds: Bool, _ sentence: StaticString) {
    guard !holds else { return }
    remark("BROKEN PROMISE: \(sentence)")
    fatalError("\(sentence)")
}

/// Compares text as a protocol does, byte by byte.
func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
}

/// Says something on standard error, where libFuzzer speaks.
func remark(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
