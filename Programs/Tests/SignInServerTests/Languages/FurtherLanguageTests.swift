import Foundation
import HTTPTypes
import HummingbirdTesting
import Settings
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// Adding a language is adding one file.
@Suite struct FurtherLanguageTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "languages-\(UUID().uuidString)")

    /// A made-up language that is written from right to left: English with each text marked.
    private static func madeUp(_ change: (String) -> String = { $0 }) throws -> String {
        let english = String(decoding: try LanguageFiles.json("en"), as: UTF8.self)
        return change(english.replacing("\"ltr\"", with: "\"rtl\"").replacing("\"Sign in\"", with: "\"תיכנס & <b>\""))
    }

    private func languages(_ files: [String: String], standard: String = "en") throws -> Languages {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        return try Languages(folder: folder.path, standard: standard)
    }

    private func faults(_ files: [String: String], standard: String = "en") throws -> [String] {
        do {
            _ = try languages(files, standard: standard)
            return []
        } catch let error as LanguageFaults {
            return error.faults
        }
    }

    @Test func `one file adds a language, written from right to left`() async throws {
        let languages = try languages(["he.json": Self.madeUp(), "README.md": "not a language"])
        try await TestService(openID: TestClients.all, languages: languages).run { caller in
            let page = try await caller.get(
                "/web/sign-in", headers: ["Accept-Language": "he-IL", "Sec-Fetch-Site": "cross-site"])
            #expect(page.text.contains(#"<html lang="he" dir="rtl">"#))
            #expect(page.text.contains("<h1>תיכנס &amp; &lt;b&gt;</h1>"))
            #expect(page.headers[.contentLanguage] == "he")
            // A name that runs from left to right is isolated from the sentence around it.
            var browser = try await caller.browser()
            browser["Accept-Language"] = "he"
            let asked = try await caller.get(Caller.authorizeNotes(), headers: browser)
            #expect(asked.text.contains("<h1>\u{2068}Notes &amp; &lt;More&gt;\u{2069} wants to know:</h1>"))
            let english = try await caller.get("/", headers: ["Accept-Language": "ar"])
            #expect(english.text.contains(#"<html lang="en">"#))
        }
    }

    @Test func `a file replaces a language of the service, and can be the standard`() throws {
        let formal = try Self.madeUp { $0.replacing("\"rtl\"", with: "\"ltr\"") }
        let languages = try languages(["de.json": formal], standard: "DE")
        #expect(languages.all.map(\.tag) == ["de", "en"])
        #expect(languages.standard.text("common.sign_in") == "תיכנס & <b>")
        #expect(languages.english.text("common.sign_in") == "Sign in")
    }

    @Test func `the case of a file's name does not matter, also for the pages of developers`() async throws {
        let english = try Self.madeUp { $0.replacing("\"rtl\"", with: "\"ltr\"") }
        try await TestService(languages: languages(["EN.json": english])).run { caller in
            let codes = try await caller.get("/errors")
            #expect(codes.status == .ok)
            let page = try await caller.get("/")
            #expect(page.headers[.contentLanguage] == "EN")
        }
    }

    @Test func `broken files are refused, each with what is wrong`() throws {
        #expect(
            try faults(["it.json": "{}"]) == [
                "it.json: direction: must be ltr or rtl",
                "it.json: plurals: must be an object; {} if the language has one form for every number",
                "it.json: dates.months: must be twelve texts",
                "it.json: dates.moment: must contain {{day}}, {{month}}, {{year}}, {{hour}} and {{minute}}",
                "it.json: texts: must be an object",
            ])
        #expect(
            try faults(["pt_BR.json": Self.madeUp()])
                == ["pt_BR.json: the file's name must be a language tag, such as fr or pt-BR"])
        let french = try Self.madeUp()
        #expect(
            try faults(["FR.json": french, "fr.json": french]) == ["fr: FR.json and fr.json are for one language"])
        #expect(try faults(["fr.json": "["])[0].hasPrefix("fr.json: line 1, column 1: "))
        #expect(try faults([:], standard: "fr") == ["there is no language fr, only de, en"])
    }

    @Test func `texts that a file lacks after an upgrade are those of the service, and are named`() async throws {
        let older = try Self.madeUp { $0.replacing("\"sign_out\"", with: "\"sign_off\"") }
        let french = try Self.madeUp { $0.replacing("Welcome, {{name}}", with: "Bienvenue, {{nom}}") }
        let languages = try languages(["de.json": older, "fr.json": french])
        #expect(
            languages.warnings == [
                "de.json: common.sign_out: missing", "de.json: common.sign_off: unknown",
                "fr.json: demo.welcome_name: {{name}} is missing",
                "fr.json: demo.welcome_name: {{nom}} is unknown here",
            ])
        #expect(languages.choose(acceptLanguage: "de").text("common.sign_out") == "Abmelden")
        #expect(languages.choose(acceptLanguage: "fr").text("demo.welcome_name", ["name": "Ada"]) == "Welcome, Ada")
        #expect(try Languages().warnings == [])
        try await TestService(languages: languages).run { caller in
            var browser = try await caller.browser()
            browser["Accept-Language"] = "de"
            #expect(try await caller.get(Paths.webAccount, headers: browser).text.contains("Abmelden"))
        }
    }

    @Test func `the settings name the standard and the folder`() throws {
        #expect(throws: LanguageFaults(faults: ["the folder /nowhere cannot be read"])) {
            try Languages(folder: "/nowhere")
        }
        let configuration = try ServerConfiguration(
            json: Array(#"{"pages": {"language": "de", "languages": "texts"}, \#(Self.team)}"#.utf8),
            directory: "/etc/siwa")
        #expect(configuration.pages.language == "de")
        #expect(configuration.pages.languageFolder == "/etc/siwa/texts")
        do {
            _ = try configuration.pages.languages()
            Issue.record("accepted")
        } catch {
            #expect(error.lines == ["pages: the folder /etc/siwa/texts cannot be read"])
        }
    }

    private static let team = """
        "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
        "clients": {"web": {"id": "com.example.web", "kind": "web", "primary_app_id": "com.example.app"}}}}
        """
}
