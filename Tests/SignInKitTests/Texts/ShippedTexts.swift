import Foundation

/// The String Catalog as it is in the repository. SwiftPM copies it without a change; only Xcode compiles it.
struct ShippedTexts: Decodable {
    struct Entry: Decodable {
        let extractionState: String?
        let localizations: [String: Localization]

        /// The text in a language, if there is one.
        func value(_ language: String) -> String? { localizations[language]?.stringUnit.value }
    }
    struct Localization: Decodable {
        let stringUnit: StringUnit
    }
    struct StringUnit: Decodable {
        let state: String
        let value: String
    }

    let sourceLanguage: String
    let strings: [String: Entry]

    /// The languages that every text must have.
    static let languages: Set<String> = ["en", "de", "fr", "es", "ja"]

    static func read() throws -> ShippedTexts {
        let file = Repository.kit.appendingPathComponent("Resources/Localizable.xcstrings")
        return try JSONDecoder().decode(ShippedTexts.self, from: Data(contentsOf: file))
    }
}
