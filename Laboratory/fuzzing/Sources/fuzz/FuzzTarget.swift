import Foundation
import TokenTestSupport

/// An entry point for untrusted bytes: of the library, or of the emulator's relay.
struct FuzzTarget: Sendable {
    let name: String
    /// Tries an input and returns whether it was accepted. Ends the process if a promise is broken.
    let isAccepted: @Sendable ([UInt8]) -> Bool
    /// Mutations that keep the input's format. Returns nil to mutate the bytes themselves.
    let mutate: (@Sendable ([UInt8], inout SeededRandom) -> [UInt8]?)?
    /// The inputs to start with.
    let seeds: @Sendable () throws -> [[UInt8]]

    static let all = [
        tokens, claims, reader, base64URL, keySets, callbacks, notifications, tokenAnswers, privateKeys,
        connection, dialogues, letters, records,
    ]

    func writeSeeds(into folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in try seeds().enumerated() {
            try Data(seed).write(to: folder.appending(path: "seed-\(index)"))
        }
    }
}

/// Checks a promise that must hold for every input. libFuzzer reports the input if the process ends.
func promise(_ holds: Bool, _ sentence: StaticString) {
    guard !holds else { return }
    remark("BROKEN PROMISE: \(sentence)")
    fatalError("\(sentence)")
}

/// Compares texts byte by byte, as protocols do.
func areSame(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
}

/// Writes a line to standard error, where libFuzzer writes, too.
func remark(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}
