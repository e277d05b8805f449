internal import Crypto
internal import Foundation

/// What dumps of an engine's schema showed when each step was released: a digest for each step, oldest first, and the newest
/// in full. A step is never edited; a new one gets a line of its own.
package struct GoldenSchemas: Sendable {
    /// The newest schema, as text.
    package let newest: String
    /// The names of the steps and the SHA-256 of each dump in hexadecimal digits, oldest first.
    package let steps: [(name: String, digest: String)]

    /// - Parameter file: a source file beside the folder.
    package init(beside file: String) throws {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "GoldenSchemas")
        newest = try String(contentsOf: folder.appending(path: "newest.sql"), encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        steps = try String(contentsOf: folder.appending(path: "digests.txt"), encoding: .utf8)
            .split(separator: "\n").map { line in
                let words = line.split(separator: " ")
                return (String(words[0]), String(words[1]))
            }
    }

    /// What a dump is compared by.
    package static func digest(_ dump: String) -> String {
        SHA256.hash(data: Data(dump.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
