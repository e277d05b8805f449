internal import Crypto
internal import Foundation

/// The recorded results of an engine's steps: a digest of the schema after each one, and the newest schema.
///
/// The digest of a released step is never edited. A new step gets a new line.
package struct GoldenSchemas: Sendable {
    /// A dump of the newest schema.
    package let newest: String
    /// The names of the steps and the SHA-256 of each dump in hexadecimal digits, oldest first.
    package let steps: [(name: String, digest: String)]

    /// - Parameter file: a source file in the folder that contains `GoldenSchemas`.
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

    /// The digest with which a dump is compared.
    package static func digest(_ dump: String) -> String {
        SHA256.hash(data: Data(dump.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
