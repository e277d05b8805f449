import Foundation

/// Writes files that only their owner may read.
enum PrivateFile {
    /// Replaces `path` atomically with a file of mode 0600.
    static func write(_ data: Data, to path: String) throws {
        let neighbour = path + ".new"
        try? FileManager.default.removeItem(atPath: neighbour)
        guard
            FileManager.default.createFile(
                atPath: neighbour, contents: data, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: neighbour]) }
        guard rename(neighbour, path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
        }
    }
}
