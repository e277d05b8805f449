import Foundation

/// A new file for its owner only, written piece by piece. It gets its name once it is complete, and never replaces
/// another file.
///
/// Until then it has another name beside it. It is removed unless it is finished, except after a crash.
package final class PrivateFileDraft {
    private let path: String
    private let draft: String
    private let descriptor: Int32

    /// Begins the file. Throws if there is one of this name.
    package init(_ path: String) throws(PrivateFile.Failure) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw PrivateFileDraft.exists(path) }
        let draft = path + ".part-" + UUID().uuidString.lowercased()
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw PrivateFile.Failure(description: "\(path): \(PrivateFile.reason())")
        }
        self.path = path
        self.draft = draft
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        unlink(draft)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(PrivateFile.Failure) {
        try PrivateFile.write(bytes, to: descriptor, of: path)
    }

    /// Gives the file its name. When this returns, the whole file is on disk.
    package func finish() throws(PrivateFile.Failure) {
        guard fsync(descriptor) == 0 else {
            throw PrivateFile.Failure(description: "\(path): \(PrivateFile.reason())")
        }
        // link(2) refuses a name that exists by now, and any name where the file system has no hard links.
        guard link(draft, path) == 0 else {
            guard errno != EEXIST else { throw PrivateFileDraft.exists(path) }
            throw PrivateFile.Failure(description: "\(path): no hard link can be made there: \(PrivateFile.reason())")
        }
        try PrivateFile.synchronizeFolder(of: path)
    }

    private static func exists(_ path: String) -> PrivateFile.Failure {
        PrivateFile.Failure(description: "\(path): the file exists and is not replaced")
    }
}
