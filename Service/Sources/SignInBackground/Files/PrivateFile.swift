import Foundation

/// Reads and writes files that hold secrets: only their owner has access.
package enum PrivateFile {
    /// Why a secret could not be read or written. The text names the file, never its content.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        /// Creates a failure with this description.
        package init(description: String) {
            self.description = description
        }
    }

    /// Reads the file, provided that only its owner has access.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        try refuseIfShared(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(path): cannot be read")
        }
        return [UInt8](data)
    }

    /// Throws if the mode of the file or folder gives its group or others any access.
    package static func refuseIfShared(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure(description: "\(path): \(reason())") }
        guard !isShared(path, mode: UInt32(status.st_mode)) else {
            throw Failure(description: "\(path): users other than its owner have access; use chmod go= on it")
        }
    }

    /// Whether the mode of a file gives others than the service access to it.
    ///
    /// systemd puts credentials into a folder that only the unit can enter. Where it grants the unit's user access by
    /// an access control list, the mode of the files shows the mask of that list as a right of the group
    /// (systemd.exec(5), `LoadCredential=`; acl(5)).
    static func isShared(_ path: String, mode: UInt32) -> Bool {
        let isCredential = path.hasPrefix("/run/credentials/") && !path.contains("/../")
        return mode & (isCredential ? 0o037 : 0o077) != 0
    }

    /// Writes a new file; an existing file is left alone and is an error. When this returns, the whole file is on disk.
    /// If a crash interrupts it, the incomplete file has another name, and the next attempt replaces it.
    package static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let part = path + ".part"
        unlink(part)
        try write(bytes, to: part)
        defer { unlink(part) }
        guard link(part, path) == 0 else { throw Failure(description: "\(path): \(reason())") }
        try synchronizeFolder(of: path)
    }

    /// Writes a file, replacing an existing one. If several processes write, one wins; no reader ever sees half a file.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let part = "\(path).\(getpid()).part"
        unlink(part)
        try write(bytes, to: part)
        try rename(part, to: path)
    }

    /// Runs `work` unless another process holds the lock on this folder; then it returns `nil`.
    package static func alone<Value>(in folder: String, _ work: () throws -> Value) throws -> Value? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(folder): \(reason())") }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try work()
    }

    /// Renames a file; the new name is on disk when this returns.
    package static func rename(_ path: String, to newPath: String) throws(Failure) {
        guard Foundation.rename(path, newPath) == 0 else { throw Failure(description: "\(path): \(reason())") }
        try synchronizeFolder(of: newPath)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(description: "\(path): \(reason())") }
        defer { close(descriptor) }
        try write(bytes, to: descriptor, of: path)
        guard fsync(descriptor) == 0 else { throw Failure(description: "\(path): \(reason())") }
    }

    /// Appends bytes to the open file with this path.
    static func write(_ bytes: [UInt8], to descriptor: Int32, of path: String) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "\(path): \(reason())") }
            written += count
        }
    }

    /// A new name survives a power failure only after its folder has been synchronized.
    static func synchronizeFolder(of path: String) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(folder): \(reason())") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(description: "\(folder): \(reason())") }
    }

    /// What `errno` says about the last call.
    static func reason() -> String { String(cString: strerror(errno)) }
}
