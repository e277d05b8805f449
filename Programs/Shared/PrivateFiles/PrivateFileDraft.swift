import Foundation

/// A new file that only its owner can open, written piece by piece. It gets its name once it is complete.
///
/// Until then it has another name beside it. It is removed unless it is finished, except after a crash.
package final class PrivateFileDraft {
    /// The name until the file is complete.
    package let path: String
    private let target: String
    private let descriptor: Int32

    /// Begins a file that never replaces another one. Throws if there is one of this name.
    package convenience init(_ target: String) throws(PrivateFile.Failure) {
        var status = stat()
        guard lstat(target, &status) != 0 else { throw Self.exists(target) }
        try self.init(of: target)
    }

    /// Begins a file that will replace one of this name. A link, a folder or a device of this name is left alone.
    package convenience init(replacing target: String) throws(PrivateFile.Failure) {
        var status = stat()
        guard lstat(target, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw PrivateFile.Failure(description: "\(target): it is not a regular file and is not replaced")
        }
        try self.init(of: target)
    }

    private init(of target: String) throws(PrivateFile.Failure) {
        let path = PrivateFile.draftName(of: target)
        do throws(PrivateFile.Failure) {
            descriptor = try PrivateFile.descriptor(ofNew: path)
        } catch {
            throw PrivateFile.Failure(description: error.description.replacing(path, with: target), code: error.code)
        }
        self.path = path
        self.target = target
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Appends bytes.
    package func write(_ bytes: [UInt8]) throws(PrivateFile.Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw PrivateFile.Failure(path: target) }
            written += count
        }
    }

    /// Gives the file a mode, whatever the process's mask is.
    package func set(mode: UInt32) throws(PrivateFile.Failure) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw PrivateFile.Failure(path: target) }
    }

    /// Gives the file the owner, the group and the mode of another one.
    package func copyAccess(from other: FileStatus) throws(PrivateFile.Failure) {
        guard let own = FileStatus(descriptor: descriptor) else { throw PrivateFile.Failure(path: target) }
        if own.owner != other.owner || own.group != other.group {
            guard fchown(descriptor, other.owner, other.group) == 0 else { throw PrivateFile.Failure(path: target) }
        }
        try set(mode: other.mode)
    }

    /// Gives the file its name, unless a file has it by now. When this returns, the whole file is on disk.
    package func finish() throws(PrivateFile.Failure) {
        guard fsync(descriptor) == 0 else { throw PrivateFile.Failure(path: target) }
        // link(2) refuses a name that exists by now, and any name where the file system has no hard links.
        guard link(path, target) == 0 else {
            guard errno != EEXIST else { throw Self.exists(target) }
            throw PrivateFile.Failure(path: target, "no hard link can be made there: ")
        }
        unlink(path)
        try PrivateFile.synchronizeFolder(of: target)
    }

    /// Gives the file its name, instead of a file that has it. More can be written to it afterwards.
    package func replace() throws(PrivateFile.Failure) {
        guard fsync(descriptor) == 0 else { throw PrivateFile.Failure(path: target) }
        try PrivateFile.rename(path, to: target)
    }

    private static func exists(_ path: String) -> PrivateFile.Failure {
        PrivateFile.Failure(
            description: "\(path): the file exists and is not replaced", code: EEXIST)
    }
}
