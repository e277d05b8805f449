import Foundation

/// Reads and writes files that hold secrets: only their owner has access, from their first moment.
package enum PrivateFile {
    /// Why a secret could not be read or written. The text names the file, never its content.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        /// The number of the system's error, if a call failed.
        package let code: Int32?

        /// Creates a failure with this description.
        package init(description: String, code: Int32? = nil) {
            self.description = description
            self.code = code
        }

        /// What `errno` says about the last call.
        init(path: String, _ words: String = "") {
            let code = errno
            self.init(description: "\(path): \(words)\(String(cString: strerror(code)))", code: code)
        }
    }

    /// Writes a new file; an existing file is left alone and is an error. When this returns, the whole file is on disk.
    package static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let draft = try PrivateFileDraft(path)
        try draft.write(bytes)
        try draft.finish()
    }

    /// Writes a file, replacing an existing one. If several processes write, one wins; no reader ever sees half a file.
    ///
    /// - Parameter mode: who may read the file once it is complete; by default, only its owner.
    package static func replace(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600) throws(Failure) {
        let draft = try PrivateFileDraft(replacing: path)
        try draft.write(bytes)
        try draft.set(mode: mode)
        try draft.replace()
    }

    /// Renames a file; the new name is on disk when this returns.
    package static func rename(_ path: String, to newPath: String) throws(Failure) {
        guard Foundation.rename(path, newPath) == 0 else { throw Failure(path: newPath) }
        try synchronizeFolder(of: newPath)
    }

    /// Runs `work` unless another process holds the lock on this folder; then it returns `nil`.
    package static func alone<Value>(in folder: String, _ work: () throws -> Value) throws -> Value? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: folder) }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try work()
    }

    /// Makes a folder that only its owner can enter, and those above it, unless it exists.
    package static func makeFolder(_ path: String) throws(Failure) {
        guard mkdir(path, 0o700) != 0 else { return }
        let code = errno
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if code == ENOENT, parent != path, !path.isEmpty {
            try makeFolder(parent)
            guard mkdir(path, 0o700) != 0 else { return }
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw Failure(description: "\(path): \(String(cString: strerror(code)))", code: code)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(description: "\(path): it is not a folder") }
    }

    /// Keeps other users out of every file that this process makes, also of those that a library makes for it
    /// (umask(2)).
    package static func maskNewFiles() {
        umask(0o077)
    }

    /// Creates an empty file that only its owner can open, and returns its descriptor. It is the only place where the
    /// programs create a file.
    ///
    /// The mode belongs to the creation, because whoever opens the file before a later `chmod` keeps the descriptor.
    /// `O_EXCL` and `O_NOFOLLOW` refuse a file or link that somebody else put there (open(2)).
    package static func descriptor(ofNew path: String, access: Int32 = O_WRONLY) throws(Failure) -> Int32 {
        let descriptor = open(path, access | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path) }
        return descriptor
    }

    /// A name that nobody can guess, beside the file whose draft it is.
    package static func draftName(of path: String) -> String {
        path + ".part-" + UUID().uuidString.lowercased()
    }

    /// A new name survives a power failure only after its folder has been synchronized.
    static func synchronizeFolder(of path: String) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path: folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(path: folder) }
    }
}
