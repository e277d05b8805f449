import Foundation
import PrivateFiles

/// What the present user may do with a file or folder.
enum FileAccess: Equatable {
    case readable
    case missing
    /// It cannot be read, or a folder above it cannot be entered.
    case closed

    init(to path: String) {
        guard access(path, R_OK) != 0 else {
            self = .readable
            return
        }
        self = [ENOENT, ENOTDIR].contains(errno) ? .missing : .closed
    }

    /// The number of the owner; `nil` if it cannot be determined.
    static func owner(of path: String) -> UInt32? {
        FileStatus(path: path)?.owner
    }
}
