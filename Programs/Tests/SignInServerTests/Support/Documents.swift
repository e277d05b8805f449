import Foundation

/// The documents of the repository that tests compare with the code.
enum Documents {
    static let root: URL = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { url.deleteLastPathComponent() }
        return url
    }()

    static func text(_ name: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent("Documentation/\(name)"), encoding: .utf8)
    }
}
