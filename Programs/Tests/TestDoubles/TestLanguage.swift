package import Foundation
package import SignInFlows

/// The language files of the service.
package enum LanguageFiles {
    package static let folder: URL = {
        var url = URL(fileURLWithPath: #filePath)
        while url.pathComponents.count > 1, url.lastPathComponent != "Tests" { url.deleteLastPathComponent() }
        return url.deletingLastPathComponent().appendingPathComponent("Service/SignInServer/Languages/Files")
    }()

    package static func json(_ tag: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent("\(tag).json")))
    }
}

extension Language {
    private static let english = Result { try LanguageFile.read(LanguageFiles.json("en"), tag: "en", reference: nil) }

    /// One of the service's languages.
    package static func test(_ tag: String = "en") throws -> Language {
        let english = try english.get()
        return tag == "en" ? english : try LanguageFile.read(LanguageFiles.json(tag), tag: tag, reference: english)
    }
}
