import Foundation
import PrivateFiles

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

    /// Throws if the path is a link that this user does not follow.
    init(_ path: String) throws(Failure) {
        self.path = try Self.target(of: path)
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
        do {
            let old = try former()
            if let old { try put(old.bytes, at: path + ".previous", like: old.status) }
            try put(Array(text.utf8), at: path, like: old?.status)
        } catch {
            throw Failure(description: error.description)
        }
    }

    /// Replaces a file as a whole. `rename(2)` refuses to replace a folder.
    private func put(_ bytes: [UInt8], at place: String, like old: FileStatus?) throws(PrivateFile.Failure) {
        let draft = try PrivateFileDraft(replacing: place)
        try draft.write(bytes)
        if let old { try draft.copyAccess(from: old) } else { try draft.set(mode: 0o644) }
        try draft.replace()
    }

    /// The file that will be replaced, read from one descriptor: whoever owns the folder can exchange the file at any
    /// moment, for example for a link to a file of root.
    private func former() throws(PrivateFile.Failure) -> (bytes: [UInt8], status: FileStatus)? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw PrivateFile.Failure(description: "\(path): cannot be read") }
            return nil
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = FileStatus(descriptor: descriptor), status.isRegular,
            let data = try? handle.readToEnd() ?? Data()
        else { throw PrivateFile.Failure(description: "\(path): cannot be read") }
        return ([UInt8](data), status)
    }

    /// Follows links as long as they belong to this user or to root. Somebody else's link could make root replace a
    /// file of root.
    private static func target(of path: String) throws(Failure) -> String {
        var path = URL(fileURLWithPath: path).path
        // As many as Linux follows (path_resolution(7)).
        for _ in 0..<40 {
            guard let status = FileStatus(withoutFollowing: path), status.isLink else { return path }
            guard status.owner == geteuid() || status.owner == 0 else {
                throw Failure(description: "\(path): it is a link of another user, which is not followed")
            }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else {
                throw Failure(description: "\(path): the link cannot be read")
            }
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            path = next.hasPrefix("/") ? next : folder + "/" + next
        }
        throw Failure(description: "\(path): too many links")
    }
}
