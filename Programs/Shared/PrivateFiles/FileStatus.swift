import Foundation

/// What stat(2) says of a file.
package struct FileStatus: Sendable, Equatable {
    /// The number of the owner.
    package let owner: UInt32
    /// The number of the group.
    package let group: UInt32
    /// The permissions, such as `0o600`.
    package let mode: UInt32
    /// Whether it is a regular file.
    package let isRegular: Bool
    /// Whether it is a symbolic link.
    package let isLink: Bool

    /// The status of an open file; `nil` if the system does not tell.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of what a path leads to; `nil` if there is nothing, or if the system does not tell.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of what is at a path, a link itself; `nil` if there is nothing, or if the system does not tell.
    package init?(withoutFollowing path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        owner = UInt32(status.st_uid)
        group = UInt32(status.st_gid)
        mode = UInt32(status.st_mode & 0o7777)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isLink = status.st_mode & S_IFMT == S_IFLNK
    }
}
