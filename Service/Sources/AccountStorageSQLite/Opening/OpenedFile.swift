internal import Foundation

/// The file that stood at a path when it was opened.
///
/// Whoever removes or replaces it leaves SQLite writing into a file without a name: all of it would be gone with the
/// process (https://www.sqlite.org/howtocorrupt.html, section 2.6).
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

    /// Whether the path still leads to it.
    var isInPlace: Bool { number != nil && Self.number(of: path) == number }

    private static func number(of path: String) -> Number? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Number(device: status.st_dev, inode: status.st_ino)
    }
}
