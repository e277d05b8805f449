internal import Foundation

/// The file that was at a path when it was opened.
///
/// If somebody removes or replaces it, SQLite continues to write into a file without a name, and all of that is lost
/// when the process ends (https://www.sqlite.org/howtocorrupt.html, section 2.6).
struct OpenedFile: Sendable {
    private let path: String
    private let number: Number?

    private struct Number: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    init(path: String) {
        self.path = path
        number = Self.number(of: path)
    }

    /// Whether it is still at the path.
    var isInPlace: Bool { number != nil && Self.number(of: path) == number }

    private static func number(of path: String) -> Number? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Number(device: status.st_dev, inode: status.st_ino)
    }
}
