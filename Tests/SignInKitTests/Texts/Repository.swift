import Foundation

/// Files of the repository that tests compare with the code.
enum Repository {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    static let kit = root.appendingPathComponent("Sources/SignInKit")

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The text of every Swift file below a folder, by path.
    static func sources(below path: String) throws -> [String: String] {
        let folder = root.appendingPathComponent(path).path
        var sources: [String: String] = [:]
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
            sources[file] = try text(path + "/" + file)
        }
        return sources
    }
}
