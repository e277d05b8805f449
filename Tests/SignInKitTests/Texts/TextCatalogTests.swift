import Foundation
import Testing

@testable import SignInKit

/// The String Catalog has each text in each language, and its English is that of the code.
@Suite struct TextCatalogTests {
    private let catalog: ShippedTexts

    init() throws {
        catalog = try ShippedTexts.read()
    }

    @Test func `the catalog has exactly the keys that the code uses`() {
        let failures = FailureText.all.flatMap { [$0.descriptionKey, $0.suggestionKey] }
        #expect(Set(catalog.strings.keys) == Set(failures + ViewText.all.map(\.key)))
        // Xcode would mark keys that it does not find in the code as stale.
        #expect(catalog.strings.values.allSatisfy { $0.extractionState == "manual" })
    }

    @Test func `each text is translated into each language`() {
        for (key, entry) in catalog.strings {
            #expect(Set(entry.localizations.keys) == ShippedTexts.languages, "\(key)")
            for (language, localization) in entry.localizations {
                let unit = localization.stringUnit
                #expect(unit.state == "translated", "\(key) \(language)")
                #expect(!unit.value.isEmpty, "\(key) \(language)")
                #expect(unit.value == unit.value.trimmingCharacters(in: .whitespacesAndNewlines), "\(key) \(language)")
            }
        }
    }

    @Test func `the English of the code is that of the catalog`() {
        #expect(catalog.sourceLanguage == "en")
        for text in FailureText.all {
            #expect(catalog.strings[text.descriptionKey]?.value("en") == text.description)
            #expect(catalog.strings[text.suggestionKey]?.value("en") == text.suggestion)
        }
        for text in ViewText.all {
            #expect(catalog.strings[text.key]?.value("en") == text.english)
        }
    }

    @Test func `only the reference is a placeholder, once in each language`() {
        for (key, entry) in catalog.strings {
            let expected = key == FailureText.refusedWithReference.suggestionKey ? 1 : 0
            for (language, localization) in entry.localizations {
                let value = localization.stringUnit.value
                #expect(value.components(separatedBy: "%@").count - 1 == expected, "\(key) \(language)")
                #expect(value.filter { $0 == "%" }.count == expected, "\(key) \(language)")
            }
        }
    }

    @Test func `no text has a technical word`() {
        let words: Set<String> = [
            "token", "nonce", "http", "https", "url", "json", "api", "oauth", "credential", "server", "serveur",
            "servidor", "client", "code", "jeton", "error",
        ]
        for (key, entry) in catalog.strings {
            for (language, localization) in entry.localizations {
                let value = localization.stringUnit.value.lowercased()
                let used = Set(value.components(separatedBy: CharacterSet.letters.inverted))
                #expect(used.isDisjoint(with: words), "\(key) \(language)")
                #expect(!["トークン", "サーバ", "エラー", "コード"].contains { value.contains($0) }, "\(key) \(language)")
            }
        }
    }

    @Test func `the sign-in has Apple's name in each language`() throws {
        // The titles of Apple's own button.
        let names = [
            "en": "Sign in with Apple", "de": "Mit Apple anmelden", "fr": "Se connecter avec Apple",
            "es": "Iniciar sesión con Apple", "ja": "Appleでサインイン",
        ]
        #expect(Set(names.keys) == ShippedTexts.languages)
        let entry = try #require(catalog.strings[FailureText.sheetFailed.descriptionKey])
        for (language, name) in names {
            #expect(entry.value(language)?.contains(name) == true, "\(language)")
        }
    }
}

/// Texts are found in the app, then in the kit's resources. Without both there is English, and nothing crashes.
@Suite struct TextLookupTests {
    /// A folder with a table of texts, which is a bundle for `Bundle`.
    private func bundle(named name: String, table: String, text: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let place = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("\"key\" = \"\(text)\";\n".utf8).write(to: place.appendingPathComponent(table + ".strings"))
        return place
    }

    @Test func `without resources the text is English`() {
        #expect(TextCatalog.firstBundle(in: [nil, URL(fileURLWithPath: "/nowhere")]) == nil)
        #expect(TextCatalog.text("key", english: "English", kit: nil) == "English")
    }

    @Test func `a translation of the kit replaces English, and a missing one does not`() throws {
        let place = try bundle(named: TextCatalog.bundleName + ".bundle", table: "Localizable", text: "Kit")
        defer { try? FileManager.default.removeItem(at: place.deletingLastPathComponent()) }
        let kit = try #require(TextCatalog.firstBundle(in: [nil, place.deletingLastPathComponent()]))
        #expect(TextCatalog.text("key", english: "English", kit: kit) == "Kit")
        #expect(TextCatalog.text("other", english: "English", kit: kit) == "English")
    }

    @Test func `a text of the app replaces the kit's`() throws {
        let place = try bundle(named: "App.bundle", table: TextCatalog.appTable, text: "App")
        defer { try? FileManager.default.removeItem(at: place.deletingLastPathComponent()) }
        let app = try #require(Bundle(url: place))
        #expect(TextCatalog.text("key", english: "English", app: app, kit: nil) == "App")
        #expect(TextCatalog.text("other", english: "English", app: app, kit: nil) == "English")
    }

    @Test func `the bundle is named after the package and the target`() throws {
        let manifest = try Repository.text("Package.swift")
        let parts = TextCatalog.bundleName.split(separator: "_")
        #expect(parts.count == 2)
        #expect(manifest.contains("let package = Package(\n    name: \"\(parts[0])\","))
        #expect(manifest.contains(".target(\n            name: \"\(parts[1])\","))
    }

    // On Apple's platforms, `swift test` puts the bundle where no app has it.
    #if os(Linux)
        @Test func `the resources are beside the program`() throws {
            let bundle = try #require(TextCatalog.bundle)
            for name in ["Localizable.xcstrings", "PrivacyInfo.xcprivacy"] {
                let file = bundle.bundleURL.appendingPathComponent(name)
                #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
            }
        }
    #endif
}
