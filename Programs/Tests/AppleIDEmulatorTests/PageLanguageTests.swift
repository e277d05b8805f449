import Foundation
import HTTPTypes
import Testing

@testable import AppleIDEmulator

/// The pages that a person sees are in the person's language. Those for developers are in English.
@Suite struct PageLanguageTests {
    private static let german: HTTPFields = [.acceptLanguage: "de-AT,de;q=0.9,en;q=0.5"]

    private static func languages() throws -> [PageLanguage] {
        try PageLanguages.files.map { try PageLanguage(tag: $0.tag, file: $0.file) }
    }

    private static func placeholders(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{\{(\w+)\}\}/).map { String($0.output.1) })
    }

    // MARK: the files

    @Test func `every language has every text, with the same placeholders`() throws {
        let languages = try Self.languages()
        let english = try #require(languages.first)
        #expect(english.tag == "en" && english.texts.count > 150)
        for language in languages {
            #expect(Set(language.texts.keys) == Set(english.texts.keys), "\(language.tag)")
            #expect(language.texts["page.language"] == language.tag)
            for (key, text) in language.texts {
                let expected = Self.placeholders(english.texts[key] ?? "")
                #expect(!text.isEmpty && Self.placeholders(text) == expected, "\(language.tag): \(key)")
                #expect(!text.contains("[[") && !text.contains("{{{"), "\(language.tag): \(key)")
            }
        }
    }

    @Test func `every text is used, and every text that is used exists`() throws {
        _ = try PageLanguages()
        let sources = GuideTests.programs.appending(path: "Emulator/AppleIDEmulator")
        let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".mustache") }
        let texts = try names.map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }.joined()
        var used = Set(texts.matches(of: /\[\[([\w.-]+)\]\]/).map { String($0.output.1) })
        for match in texts.matches(of: /"([a-z_]+\.[a-z_]+)"/) { used.insert(String(match.output.1)) }
        // keys that the code puts together
        let families = ["confirmation.", "date.", "got.", "refusal.", "tally.", "test."]
        let english = try #require(try Self.languages().first)
        let unused = english.texts.keys.filter { key in
            !used.contains(key) && !families.contains { key.hasPrefix($0) }
        }
        #expect(unused.isEmpty)
        let methods = ConfirmationMethod.allCases.flatMap { method in
            ["title", "problem"].map { "confirmation.\($0)_\(method.rawValue)" }
                + (method.isTyped ? ["label", "hint"] : []).map { "confirmation.\($0)_\(method.rawValue)" }
        }
        let outcomes = TestOutcome.allCases.map { "test." + $0.rawValue }
        let missing = (methods + outcomes).filter { english.texts[$0] == nil }
        #expect(missing.isEmpty)
    }

    @Test(arguments: TestOutcome.allCases)
    func `the English text about a test person is that of the help`(_ outcome: TestOutcome) throws {
        let english = try #require(try Self.languages().first)
        #expect(english.text(.outcome(outcome)) == outcome.sentence)
    }

    @Test func `a text cannot bring markup or another placeholder into a page`() throws {
        let file = #"{"a":{"b":"1 < 2 & \"{{name}}\" {{other}}"}}"#
        let language = try PageLanguage(tag: "x", file: Array(file.utf8))
        #expect(try language.filled("<p>[[a.b]]</p>") == "<p>1 &lt; 2 &amp; &quot;{{name}}&quot; {{other}}</p>")
        #expect(throws: PageLanguage.MissingText.self) { try language.filled("[[a.c]]") }
        #expect(throws: PageLanguage.MissingText.self) { try language.filled("[[a.b") }
        let text = PageText("a.b", ["name": "{{other}}", "other": "o"])
        #expect(language.text(text) == #"1 < 2 & "{{other}}" o"#)
    }

    // MARK: who chooses

    @Test(
        arguments: [
            (nil, nil, "en"), (nil, "de", "de"), (nil, "de-CH,fr", "de"), (nil, "fr", "en"), (nil, "fr,de;q=0.1", "de"),
            (nil, "de;q=0,en", "en"), (nil, "rubbish=;", "en"), ("de_DE", nil, "de"), ("de_DE", "en", "de"),
            ("en_US", "de", "en"), ("ja_JP", "de", "de"), ("", "de", "de"), ("de", "en", "de"), ("<b>", "de", "de"),
        ] as [(String?, String?, String)])
    func `the locale of the app goes first, then the languages of the browser, then English`(
        _ locale: String?, _ acceptLanguage: String?, _ language: String
    ) async throws {
        let chosen = try PageLanguages().choose(locale: locale, acceptLanguage: acceptLanguage)
        #expect(chosen.language.tag == language)
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, ["locale": locale], language: acceptLanguage)
            for _ in 1...2 {
                #expect(browser.reply.text.contains(#"<html lang="\#(language)">"#))
                try await browser.submit("account", [("person", "maya")])
            }
        }
    }

    // MARK: the pages

    @Test func `a person signs in in German, from the first page to the last`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, language: "de")
            var pages = [browser.reply.text]
            #expect(pages[0].contains("Account auswählen") && pages[0].contains("bricht ab: user_cancelled_authorize"))
            try await browser.submit("account", [("email", "nobody@example.com")])
            #expect(browser.reply.text.contains("keinen Account mit dieser Adresse"))
            try await browser.submit("account", [("person", "maya")])
            pages.append(browser.reply.text)
            try await browser.submit("password", [("password", "x")])
            #expect(browser.reply.text.contains("Das Passwort ist falsch."))
            try await browser.submit("password", [("password", "maya-password")])
            pages.append(browser.reply.text)
            try await browser.submit("code", [("code", "1")])
            #expect(browser.reply.text.contains("Das ist nicht der oben gezeigte Code."))
            try await browser.submit("code", [("code", browser.shownCode)])
            pages.append(browser.reply.text)
            #expect(browser.reply.text.contains("Account bei com.example.web erstellen?"))
            #expect(browser.reply.text.contains("E-Mail-Adresse verbergen"))
            try await browser.submit("consent", [("email_choice", "share")])
            pages.append(browser.reply.text)
            #expect(browser.reply.text.contains("Zurück zu app.example"))
            for page in pages {
                #expect(page.contains(#"<html lang="de">"#) && page.contains("nie ein echtes Passwort"))
                #expect(page.contains("Fortfahren<") && !page.contains("Continue<") && !page.contains("Cancel<"))
                #expect(!page.contains("[["))
            }
            #expect(pages[0].contains("Schritt 1 von 4") && pages[3].contains("Schritt 4 von 4"))
        }
    }

    @Test func `the account page is in German, with its notices, days and problems`() async throws {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.approve("maya", [:], more: #","share_email":false"#)
            var browser = try await AccountBrowser(caller, language: "de")
            try await browser.signIn("maya", "maya-password")
            try await browser.open("/account")
            #expect(browser.reply.text.contains("bekam deinen Namen und eine Relay-Adresse · 21. September 2026"))
            try await browser.open("/account/app?team=EMUTEAM001&app=com.example.app")
            #expect(browser.reply.text.contains("Die Weiterleitung ist an"))
            #expect(browser.reply.text.contains("werden an maya@example.com weitergeleitet."))
            try await browser.submit("password", [("password", "x"), ("new_password", "y")])
            #expect(browser.reply.text.contains("Das aktuelle Passwort ist falsch."))
            try await browser.submit("stop-using", [("team", "EMUTEAM001"), ("app", "com.example.app")])
            #expect(browser.reply.text.contains("Dein Account wird nicht mehr mit com.example.app verwendet."))
            try await browser.submit("stop-using", [("team", "EMUTEAM001"), ("app", "com.example.app")])
            #expect(browser.reply.text.contains("Der Account wird mit dieser App nicht verwendet."))
        }
    }

    @Test func `the sheet of a device is in German, and what an app gets is in English`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let sheet = try await caller.send(
                .get, "/device/sheet?device=phone&app=com.example.app", headers: Self.german)
            #expect(sheet.text.contains(#"<html lang="de">"#) && sheet.text.contains("Wonach die App fragt"))
            var form = SheetBrowser.form
            form[.acceptLanguage] = "de"
            let fields = "device=phone&app=com.example.app"
            let asked = try await caller.send(.post, "/device/confirmation", headers: form, body: fields)
            #expect(asked.text.contains("Bestätigen<") && asked.text.contains("ersetzt den Sensor des Geräts"))
            let failed = try await caller.send(
                .post, "/device/confirmation", headers: form, body: fields + "&answer=not_recognised&failures=1")
            #expect(failed.text.contains("Face ID hat dich nicht erkannt."))
            #expect(failed.text.contains("Der Code ist <code>000000</code>"))
            let credential = try await caller.send(
                .post, "/device/confirmation", headers: form, body: fields + "&answer=recognised")
            #expect(credential.text.contains(#"<html lang="en">"#) && credential.text.contains("What the app gets"))
        }
    }

    @Test(arguments: ["/", "/device", "/portal", "/portal/team?team=EMUTEAM001", "/faults"])
    func `pages for developers are in English, whatever a browser asks for`(_ path: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            let page = try await caller.send(.get, path, headers: Self.german)
            #expect(page.status == 200 && page.text.contains(#"<html lang="en">"#))
            #expect(page.text.contains("not affiliated with Apple") && !page.text.contains("[["))
        }
    }

    @Test func `an error page is in German, and Apple's words and the cause are marked as English`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let url = Caller.authorizeURL(["redirect_uri": "https://app.example/other"])
            let page = try await caller.send(.get, url, headers: Self.german).text
            #expect(page.contains(#"<html lang="de">"#) && page.contains("nie ein echtes Passwort"))
            #expect(page.contains(#"<p class="lead" lang="en">Invalid web redirect url</p>"#))
            #expect(page.contains(#"<aside class="help" lang="en""#))
        }
    }
}
