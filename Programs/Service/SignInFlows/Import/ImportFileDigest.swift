package import AccountStorage
import Crypto
package import Foundation

/// Identifies an import file by its content.
package struct ImportFileDigest: Sendable {
    private var hash = SHA256()

    /// The digest of an empty file.
    package init() {}

    /// Adds the next bytes of the file.
    package mutating func add(_ bytes: some DataProtocol) {
        hash.update(data: bytes)
    }

    /// The identifier of the file's import.
    package var id: UserImportID {
        guard let id = UserImportID(bytes: Array(hash.finalize().prefix(16))) else {
            preconditionFailure("a SHA-256 has more than sixteen bytes")
        }
        return id
    }
}
