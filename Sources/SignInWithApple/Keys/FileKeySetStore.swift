#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Keeps the last good key set in one file, readable and writable by nobody else.
///
/// A file that others could have written is not read: keys in it would let them sign in as anybody. On Windows that is left to
/// the folder, whose access list a new file inherits: keep the file in one that only the service's account may write.
public struct FileKeySetStore: KeySetStore {
    private let path: String

    /// A store at that path; the folder must exist.
    public init(path: String) {
        self.path = path
    }

    /// The set in the file, or `nil` where there is no file. Throws `KeySetStoreFault`, or what the system says.
    public func load() async throws -> StoredKeySet? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return nil }
        // Of a symbolic link these are the link's own, so that none is followed.
        let attributes = try files.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else { throw KeySetStoreFault.notAFile }
        guard let size = attributes[.size] as? UInt64, size <= 4 * KeySetFetch.maximumBytes else {
            throw KeySetStoreFault.malformed
        }
        guard Self.isOurs(attributes) else { throw KeySetStoreFault.openToOthers }
        guard let set = StoredKeySet(encoded: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))) else {
            throw KeySetStoreFault.malformed
        }
        return set
    }

    /// Replaces the file as a whole.
    public func save(_ set: StoredKeySet) async throws {
        try Data(set.encoded).write(to: URL(fileURLWithPath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    /// Whether nobody else could have written a file with these attributes.
    private static func isOurs(_ attributes: [FileAttributeKey: Any]) -> Bool {
        #if os(Windows)
            // Foundation's owner is always 0 there and its permissions are the read-only flag (swift-foundation,
            // FileManager+Files.swift), so neither tells who may write; the folder's access list decides.
            return true
        #else
            guard let mode = attributes[.posixPermissions] as? UInt,
                let owner = attributes[.ownerAccountID] as? UInt
            else { return false }
            return mode & 0o022 == 0 && owner == geteuid()
        #endif
    }
}

/// Why a file with stored keys is not read. The list may grow: end a `switch` with `default`.
public struct KeySetStoreFault: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// It is a folder, a link or something else than a file.
    public static let notAFile = Self("key_set_not_a_file", "Choose a separate path for the key set.")
    /// Others may write it, or it belongs to somebody else.
    public static let openToOthers = Self(
        "key_set_open_to_others",
        "Check who wrote it, then delete it: it is created again at the next fetch.")
    /// It is not what `FileKeySetStore` writes.
    public static let malformed = Self("key_set_malformed", "Delete it: it is created again at the next fetch.")

    /// Every one there is.
    public static let allCases: [Self] = [
        .notAFile, .openToOthers, .malformed,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
