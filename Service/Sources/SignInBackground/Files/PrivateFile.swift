import Foundation

/// Files that hold secrets: readable by their owner only, never overwritten.
package enum PrivateFile {
    /// Why a secret was not read or written; names the file, never what is in it.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        /// A failure with these words.
        package init(description: String) {
            self.description = description
        }
    }

    /// The file's bytes, if nobody but the owner can get at them.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        try refuseIfShared(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(path): cannot be read")
        }
        return [UInt8](data)
    }

    /// Whether group or others may do anything with the file or folder is decided by the system's own word.
    package static func refuseIfShared(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure(description: "\(path): \(reason())") }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(description: "\(path): users other than its owner have access; use chmod go= on it")
        }
    }

    /// Writes a new file; one that is there stays as it is and is an error. Whole and on disk when this returns: what a
    /// crash leaves half-written has another name, and the next attempt replaces it.
    package static func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let part = path + ".part"
        unlink(part)
        try write(bytes, to: part)
        defer { unlink(part) }
        guard link(part, path) == 0 else { throw Failure(description: "\(path): \(reason())") }
        try synchronizeFolder(of: path)
    }

    /// Writes a file, in place of one that is there. Of several writers one wins; nobody ever reads half a file.
    package static func replace(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        let part = "\(path).\(getpid()).part"
        unlink(part)
        try write(bytes, to: part)
        try rename(part, to: path)
    }

    /// Runs `work` unless another process runs such work on this folder just now; says whether it did.
    package static func alone<Value>(in folder: String, _ work: () throws -> Value) throws -> Value? {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(folder): \(reason())") }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try work()
    }

    /// Gives a file its final name; on disk when this returns.
    package static func rename(_ path: String, to newPath: String) throws(Failure) {
        guard Foundation.rename(path, newPath) == 0 else { throw Failure(description: "\(path): \(reason())") }
        try synchronizeFolder(of: newPath)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(description: "\(path): \(reason())") }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "\(path): \(reason())") }
            written += count
        }
        guard fsync(descriptor) == 0 else { throw Failure(description: "\(path): \(reason())") }
    }

    /// A new name survives a power cut only once its folder is written.
    private static func synchronizeFolder(of path: String) throws(Failure) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(description: "\(folder): \(reason())") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(description: "\(folder): \(reason())") }
    }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
