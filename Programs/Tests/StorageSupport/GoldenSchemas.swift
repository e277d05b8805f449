internal import Crypto
internal import Foundation

/// The recorded results of an engine's steps: a line with a digest of the schema after each step, and the newest schema.
///
/// A new step adds its line and replaces the newest schema. The digest of a released step is never edited.
package struct GoldenSchemas: Sendable {
    /// A dump of the newest schema.
    package let newest: String
    /// The SHA-256 of the dump after each step in hexadecimal digits, oldest first.
    package let digests: [String]

    /// - Parameter file: a source file in the folder that contains `GoldenSchemas`.
    package init(beside file: String) throws {
        let folder = URL(filePath: file).deletingLastPathComponent().appending(path: "GoldenSchemas")
        let lines = try String(contentsOf: folder.appending(path: "newest.sql"), encoding: .utf8)
            .trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false)
        let steps = lines.prefix { $0.hasPrefix("-- ") }
        digests = steps.compactMap { $0.split(separator: " ").last.map(String.init) }
        newest = lines.dropFirst(steps.count).joined(separator: "\n")
    }

    /// The digest with which a dump is compared.
    package static func digest(_ dump: String) -> String {
        SHA256.hash(data: Data(dump.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
