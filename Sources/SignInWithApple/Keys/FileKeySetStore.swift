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

/// Keeps the last good key set in a file that only its owner can read and write.
///
/// A file that others could have written is not read: with keys of their own in it they could sign in as anybody. On
/// Windows, the folder decides this, because a new file inherits its access list. Use a folder that only the service's
/// account may write to.
public struct FileKeySetStore: KeySetStore {
    private let path: String

    /// Creates a store at this path. The folder must exist.
    public init(path: String) {
        self.path = path
    }

    /// Loads the set in the file, or returns `nil` if there is no file. Throws `KeySetStoreFault` or a file system
    /// error.
    public func load() async throws -> StoredKeySet? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return nil }
        // For a symbolic link these are the attributes of the link itself, so no link is followed.
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

    /// Replaces the file atomically.
    public func save(_ set: StoredKeySet) async throws {
        #if os(Windows)
            // A new file inherits the folder's access list there.
            try Data(set.encoded).write(to: URL(fileURLWithPath: path), options: .atomic)
        #else
            // Foundation would create the file for everybody and set its mode later. mkstemp(3) creates it for its
            // owner, with a name that nobody can guess.
            var name = Array((path + ".XXXXXX").utf8CString)
            let descriptor = mkstemp(&name)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            close(descriptor)
            let draft = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            do {
                // The draft exists, so this keeps its mode.
                try Data(set.encoded).write(to: URL(fileURLWithPath: draft))
                guard rename(draft, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            } catch {
                unlink(draft)
                throw error
            }
        #endif
    }

    /// Whether only the owner could have written a file with these attributes.
    private static func isOurs(_ attributes: [FileAttributeKey: Any]) -> Bool {
        #if os(Windows)
            // On Windows, Foundation's owner is always 0 and its permissions are only the read-only flag
            // (swift-foundation, FileManager+Files.swift). Neither says who may write. The folder's access list
            // decides.
            return true
        #else
            guard let mode = attributes[.posixPermissions] as? UInt,
                let owner = attributes[.ownerAccountID] as? UInt
            else { return false }
            return mode & 0o022 == 0 && owner == geteuid()
        #endif
    }
}

/// The reason why a file with stored keys is not read. The list may grow: end a `switch` with `default`.
public struct KeySetStoreFault: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// The path is a folder, a link or anything else but a regular file.
    public static let notAFile = Self("key_set_not_a_file", "Choose a separate path for the key set.")
    /// Others can write the file, or it belongs to somebody else.
    public static let openToOthers = Self(
        "key_set_open_to_others",
        "Check who wrote it, then delete it: it is created again at the next fetch.")
    /// The file is not in the format of `FileKeySetStore`.
    public static let malformed = Self("key_set_malformed", "Delete it: it is created again at the next fetch.")

    /// All codes.
    public static let allCases: [Self] = [
        .notAFile, .openToOthers, .malformed,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
