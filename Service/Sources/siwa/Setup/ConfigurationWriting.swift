import Foundation

/// Writes the configuration file, and keeps the one that it replaces as `FILE.previous`.
///
/// Mode and owner stay as they were, because the service's user has to read the file. A new file is readable by all: it
/// contains no secrets.
struct ConfigurationWriting {
    /// Why the file cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The file, behind any symbolic link.
    let path: String

    init(_ path: String) {
        self.path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Throws if no file can be written there.
    func requireWritable() throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw Failure(description: "\(folder): there is no such folder")
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw Failure(description: "\(folder): this user cannot write there")
        }
        guard !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || !isFolder.boolValue else {
            throw Failure(description: "\(path): it is a folder")
        }
    }

    func write(_ text: String) throws(Failure) {
        let old = try? FileManager.default.attributesOfItem(atPath: path)
        if let bytes = FileManager.default.contents(atPath: path) { try put(bytes, at: path + ".previous", like: old) }
        try put(Data(text.utf8), at: path, like: old)
    }

    /// Replaces a file as a whole. `rename(2)` refuses to replace a folder.
    private func put(_ bytes: Data, at place: String, like old: [FileAttributeKey: Any]?) throws(Failure) {
        let draft = place + ".part"
        defer { try? FileManager.default.removeItem(atPath: draft) }
        var attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o644]
        for name in [FileAttributeKey.posixPermissions, .ownerAccountID, .groupOwnerAccountID] {
            if let value = old?[name] { attributes[name] = value }
        }
        do {
            try bytes.write(to: URL(fileURLWithPath: draft))
            try FileManager.default.setAttributes(attributes, ofItemAtPath: draft)
        } catch {
            let reason = (error as NSError).localizedFailureReason ?? error.localizedDescription
            throw Failure(description: "\(place): \(reason)")
        }
        guard rename(draft, place) == 0 else {
            throw Failure(description: "\(place): \(String(cString: strerror(errno)))")
        }
    }
}
