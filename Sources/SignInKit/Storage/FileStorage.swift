public import Foundation

/// Keeps each item in a file of its own, which is replaced atomically. For tests and for systems without a keychain:
/// whoever can read the folder can read the session.
@_spi(SignInPrograms) public struct FileStorage: SignInStorage, InstallationMark {
    private let folder: URL

    /// Creates a storage in a folder.
    ///
    /// - Parameter folder: created if it does not exist, without access for other users.
    public init(folder: URL) throws {
        self.folder = folder
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The folder.
    public var place: String? { folder.path }

    private func file(of item: StoredItem) -> URL { folder.appendingPathComponent(item.rawValue) }

    /// Reads the value that was written last.
    public func read(_ item: StoredItem) throws -> Data? {
        let file = file(of: item)
        return FileManager.default.fileExists(atPath: file.path) ? try Data(contentsOf: file) : nil
    }

    /// Writes a new file and renames it, so that a reader finds either the old or the new one. Only its owner can read
    /// it, also in a folder that others can enter.
    public func write(_ data: Data, to item: StoredItem) throws {
        #if os(Windows)
            // A new file inherits the folder's access list there.
            try data.write(to: file(of: item), options: .atomic)
        #else
            // Foundation would create the file for everybody. mkstemp(3) creates it for its owner.
            var name = Array((file(of: item).path + ".XXXXXX").utf8CString)
            let descriptor = mkstemp(&name)
            guard descriptor != -1 else { throw CocoaError(.fileWriteUnknown) }
            close(descriptor)
            let draft = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            do {
                // The draft exists, so this keeps its mode.
                try data.write(to: URL(fileURLWithPath: draft))
                guard rename(draft, file(of: item).path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            } catch {
                unlink(draft)
                throw error
            }
        #endif
    }

    /// Removes the file.
    public func remove(_ item: StoredItem) throws {
        let file = file(of: item)
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }

    private var mark: String { folder.appendingPathComponent("installed").path }

    /// Whether the mark's file exists.
    public var isSet: Bool { FileManager.default.fileExists(atPath: mark) }

    /// Creates the mark's file.
    public func set() { _ = FileManager.default.createFile(atPath: mark, contents: nil) }
}
