package import AccountStorage
import Crypto
package import Foundation

/// Knows an import file again by what is in it.
package struct ImportFileDigest: Sendable {
    private var hash = SHA256()

    /// Of nothing yet.
    package init() {}

    /// Takes the next bytes of the file.
    package mutating func add(_ bytes: some DataProtocol) {
        hash.update(data: bytes)
    }

    /// The name of the file's import.
    package var id: UserImportID {
        guard let id = UserImportID(bytes: Array(hash.finalize().prefix(16))) else {
            preconditionFailure("a SHA-256 has more than sixteen bytes")
        }
        return id
    }
}
