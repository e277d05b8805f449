package import Foundation

/// A folder that is deleted with the test.
package struct TemporaryFolder: ~Copyable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "siwa-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a file with these permissions and returns its path.
    package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let path = url.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }
}
