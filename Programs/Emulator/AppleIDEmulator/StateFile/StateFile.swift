import Foundation
import PrivateFiles

/// The state file on the disk. It has mode 0600, since it contains refresh tokens and passwords.
struct StateFile: ~Copyable {
    /// Writes bytes to a descriptor and returns how many, as `write(2)` does. Tests pass in a full disk.
    typealias Write = @Sendable (Int32, UnsafeRawBufferPointer) -> Int

    static let toDisk: Write = { descriptor, bytes in write(descriptor, bytes.baseAddress, bytes.count) }

    let path: String
    private var descriptor: Int32
    /// The inode that the name led to right after the file was opened or renamed, which no other file gets while it is
    /// open; `nil` if it is not a regular file.
    private var number: Int?
    private let writing: Write
    /// Where the rest of a line begins that could not be written completely.
    private var tornAt: Int?

    /// Opens the file, and creates an empty one if there is none.
    init(opening path: String, writing: @escaping Write = toDisk) throws(StateFileFault) {
        self.path = path
        self.writing = writing
        descriptor = try Self.descriptor(of: path)
        number = Self.number(of: path)
        // also a file that somebody copied
        if number != nil { fchmod(descriptor, 0o600) }
    }

    deinit { close(descriptor) }

    private static func descriptor(of path: String) throws(StateFileFault) -> Int32 {
        let existing = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
        guard existing < 0 else { return existing }
        guard errno == ENOENT else { throw StateFileFault(errno: errno, "cannot be opened") }
        return try StateFileFault.explaining("cannot be opened") { () throws(PrivateFile.Failure) in
            try PrivateFile.descriptor(ofNew: path, access: O_RDWR | O_APPEND)
        }
    }

    /// The inode of the regular file with this name.
    private static func number(of path: String) -> Int? {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        return attributes?[.systemFileNumber] as? Int
    }

    private var length: Int { max(0, Int(lseek(descriptor, 0, SEEK_END))) }

    /// Whether the file still has its name: not if it was deleted, or replaced by another emulator.
    var isInPlace: Bool { number != nil && number == Self.number(of: path) }

    func contents() throws(StateFileFault) -> [UInt8] {
        guard number != nil else { throw StateFileFault("is not a regular file") }
        var bytes = [UInt8](repeating: 0, count: self.length)
        var length = 0
        while length < bytes.count {
            let count = bytes.withUnsafeMutableBytes { [length] buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: length), buffer.count - length, off_t(length))
            }
            guard count >= 0 else { throw StateFileFault(errno: errno, "cannot be read") }
            guard count > 0 else { break }
            length += count
        }
        return Array(bytes.prefix(length))
    }

    /// The file is cut here before the next line is appended.
    mutating func discard(after length: Int) { tornAt = length }

    /// Appends bytes in one write. If it fails, the file is as before.
    mutating func append(_ bytes: [UInt8]) throws(StateFileFault) {
        try mend()
        let length = self.length
        do throws(StateFileFault) {
            try put(bytes, into: descriptor)
        } catch {
            tornAt = length
            // if even that is impossible, it is tried again before the next line
            try? mend()
            throw error
        }
    }

    private mutating func mend() throws(StateFileFault) {
        guard let tornAt else { return }
        guard ftruncate(descriptor, off_t(tornAt)) == 0 else { throw StateFileFault(errno: errno, "cannot be cut") }
        self.tornAt = nil
    }

    /// Replaces the file atomically. If it fails, the file is as before.
    mutating func replace(with bytes: [UInt8]) throws(StateFileFault) {
        let neighbour = PrivateFile.draftName(of: path)
        let replacement = try StateFileFault.explaining("cannot be replaced") { () throws(PrivateFile.Failure) in
            try PrivateFile.descriptor(ofNew: neighbour, access: O_RDWR | O_APPEND)
        }
        do throws(StateFileFault) {
            try put(bytes, into: replacement)
            // otherwise, a computer that loses power could keep the new name with nothing in it
            fsync(replacement)
            guard rename(neighbour, path) == 0 else { throw StateFileFault(errno: errno, "cannot be replaced") }
        } catch {
            close(replacement)
            unlink(neighbour)
            throw error
        }
        close(descriptor)
        descriptor = replacement
        number = Self.number(of: path)
        tornAt = nil
    }

    private func put(_ bytes: [UInt8], into descriptor: Int32) throws(StateFileFault) {
        let (count, code) = bytes.withUnsafeBytes { buffer in
            while true {
                let count = writing(descriptor, buffer)
                let code = errno
                if count >= 0 || code != EINTR { return (count, code) }
            }
        }
        guard count < 0 || count == bytes.count else { throw StateFileFault(errno: ENOSPC, "cannot be written") }
        guard count == bytes.count else { throw StateFileFault(errno: code, "cannot be written") }
    }
}
