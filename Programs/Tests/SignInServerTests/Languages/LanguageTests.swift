import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// The texts of the service in its languages.
@Suite struct LanguageTests {
    private static let service = Documents.root.appendingPathComponent("Programs/Service")
    private static let templates = service.appendingPathComponent("SignInServer/Pages/Templates")

    private static func templateTexts() throws -> [(name: String, text: String)] {
        try FileManager.default.contentsOfDirectory(at: templates, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "mustache" }
            .map { ($0.deletingPathExtension().lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    private static func sources() throws -> String {
        let modules = ["SignInFlows", "SignInServer"].map { service.appendingPathComponent($0) }
        return try modules.flatMap { module in
            let files = FileManager.default.enumerator(at: module, includingPropertiesForKeys: nil)?.allObjects ?? []
            return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
                .map { try String(contentsOf: $0, encoding: .utf8) }
        }.joined()
    }

    @Test func `the files of the folder are the languages of the service`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: LanguageFiles.folder.path)
        #expect(try Languages().all.map { $0.tag + ".json" } == files.sorted())
    }

    @Test func `every language has the texts of English`() throws {
        let languages = try Languages()
        #expect(languages.all.count >= 2)
        for language in languages.all { #expect(language.keys == languages.english.keys) }
    }

    private static func keys(of code: ErrorCode) -> [String] {
        [code.page.heading, code.page.text, code.page.label] + (code.isShownInForm ? [code.formText] : [])
    }

    @Test func `every error has its words in every language`() throws {
        for language in try Languages().all {
            for code in ErrorCode.all {
                let missing = Self.keys(of: code).filter { !language.keys.contains($0) }
                #expect(missing.isEmpty, "\(language.tag): \(missing)")
            }
        }
    }

    @Test func `a template contains no words of its own`() throws {
        for (name, text) in try Self.templateTexts() where !PageGallery.templatesForDevelopers.contains(name) {
            let untagged = text.replacing(/\[\[[a-z_.0-9]+\]\]/, with: "").replacing(/\{\{\{?[^}]*\}?\}\}/, with: "")
            for piece in VisibleText.pieces(of: untagged) where piece.contains(where: \.isLetter) {
                Issue.record("\(name): \(piece)")
            }
        }
    }

    @Test func `every text is used, and every text that the code names exists`() throws {
        let keys = try Languages().english.keys
        let inTemplates = try Self.templateTexts().flatMap { template in
            template.text.matches(of: /\[\[([a-z_.0-9]+)\]\]/).map { String($0.output.1) }
        }
        let literals = Set(
            try Self.sources().matches(of: /"([a-z_]+\.[a-z_0-9]+)"/).map { String($0.output.1) })
        var computed = ErrorCode.all.flatMap { Self.keys(of: $0) }
        computed += SignInStep.Point.allCases.flatMap { ["demo.\($0.rawValue)", "demo.\($0.rawValue)_text"] }
        computed += ["native", "web", "android", "openid", "client"].flatMap { ["session.\($0)", "session.end_\($0)"] }
        computed += ["reset", "changed", "removed", "no_password"].flatMap { ["mail.\($0)", "mail.\($0)_subject"] }
        let used = Set(inTemplates + computed).union(literals)
        #expect(keys.subtracting(used).sorted() == [])
        let groups = Set(keys.compactMap { $0.split(separator: ".").first.map(String.init) })
        let named = try Self.sources().matches(of: /\btext\("([a-z_]+\.[a-z_0-9]+)"[,)]/).map { String($0.output.1) }
        #expect(named.count > 30)
        for key in named where groups.contains(String(key.prefix { $0 != "." })) {
            #expect(keys.contains(key), "\(key)")
        }
    }

    @Test func `no page in German contains an English text`() async throws {
        let languages = try Languages()
        let set = try PageSet(languages, brands: .plain(host: "id.example.com"))
        let german = try #require(languages.all.first { $0.tag == "de" })
        let same = Set(
            languages.english.keys.compactMap { key -> String? in
                let text = languages.english.text(key)
                return text == german.text(key) ? text : nil
            })
        // These texts are the same in both languages.
        #expect(same.sorted() == [", ", "Apple Account", "Code", "Demo", "Name"])
        let pairs = zip(
            try await PageGallery(languages.english, of: set).all(), try await PageGallery(german, of: set).all())
        var count = 0
        for (english, other) in pairs {
            count += 1
            #expect(english.name == other.name)
            let values: Set<String> = [
                "+0 ms", "zoe@example.com", "Zoë Qvist", "Notes &amp; &lt;More&gt;", "Notes for Android", "N",
                "zoe",
            ]
            let left = Set(VisibleText.pieces(of: english.html)).intersection(VisibleText.pieces(of: other.html))
                .subtracting(same).subtracting(values).filter { !Self.isValue($0) }
            #expect(left.isEmpty, "\(other.name): \(left)")
            #expect(other.html.contains(#"<html lang="de">"#))
            let pieces = VisibleText.pieces(of: other.html).joined()
            for unfilled in ["[[", "]]", "{{", "}}"] { #expect(!pieces.contains(unfilled), "\(other.name)") }
        }
        #expect(count > 100)
    }

    /// Codes, addresses and hosts are values of a page and have no language.
    private static func isValue(_ text: String) -> Bool {
        if text.contains(" ") { return false }
        return ErrorCode.all.contains { $0.name == text } || text.contains { ".:@-".contains($0) }
            || text.allSatisfy(\.isHexDigit)
    }

    @Test func `a page says its language, and that it depends on the request`() async throws {
        try await TestService(isDemo: true).run { caller in
            let german = try await caller.get("/", headers: ["Accept-Language": "de-AT,de;q=0.9,en;q=0.8"])
            #expect(german.text.contains(#"<html lang="de">"#))
            #expect(german.text.contains("Mit Apple anmelden"))
            #expect(german.headers[.contentLanguage] == "de")
            #expect(german.headers[.vary] == "Accept-Language")
            for field in ["fr", "de;q=2", "*"] {
                let english = try await caller.get("/", headers: ["Accept-Language": field])
                #expect(english.headers[.contentLanguage] == "en")
                #expect(english.headers[.vary] == "Accept-Language")
            }
        }
    }

    @Test func `an error is a page in the language of the request, and English for programs`() async throws {
        try await TestService().run { caller in
            let german = ["Accept-Language": "de"]
            let page = try await caller.get(Paths.webCallback, headers: german)
            #expect(page.text.contains("Diese Seite lässt sich nicht direkt öffnen"))
            #expect(page.headers[.contentLanguage] == "de")
            let reply = try await caller.get(Paths.account, headers: german)
            #expect(try reply.decoded(APIError.self).message.hasPrefix("The request carries neither"))
            #expect(reply.headers[.contentLanguage] == nil)
            let codes = try await caller.get(Paths.errorCodes, headers: german)
            #expect(codes.text.contains(#"<html lang="en">"#))
            #expect(codes.headers[.vary] == nil)
        }
    }

    @Test func `times are written as the language writes them, and machines read ISO 8601`() async throws {
        let moment = Date(timeIntervalSince1970: 1_795_257_479)
        #expect(try Language.test().moment(moment) == "21 November 2026 at 10:37 UTC")
        #expect(try Language.test("de").moment(moment) == "21. November 2026, 10:37 UTC")
        #expect(try Language.test("de").moment(Date(timeIntervalSince1970: 0)) == "1. Januar 1970, 00:00 UTC")
        try await TestService().run { caller in
            var browser = try await caller.browser()
            browser["Accept-Language"] = "de"
            let page = try await caller.get(Paths.webAccount, headers: browser)
            #expect(
                page.text.contains(
                    #/<time class="quiet" datetime="[0-9-]+T[0-9:.]+Z" data-moment="([^"]+ UTC)">seit \1</time>/#))
        }
    }

    @Test func `a client's wish for a language holds on its pages`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            var browser = try await caller.browser()
            browser["Accept-Language"] = "en"
            let asked = try await caller.get(
                Caller.authorizeNotes(["ui_locales": "fr-CA de"]), headers: browser)
            #expect(asked.headers[.contentLanguage] == "de")
            #expect(asked.text.contains("Notes &amp; &lt;More&gt; möchte erfahren:"))
            let unknown = try await caller.get(Caller.authorizeNotes(["ui_locales": "fr <b>"]), headers: browser)
            #expect(unknown.headers[.contentLanguage] == "en")
            let failed = try await caller.get(
                Caller.authorizeNotes(["ui_locales": "de", "redirect_uri": "https://evil.example"]), headers: browser)
            #expect(failed.headers[.contentLanguage] == "de")
            let out = try await caller.get(Paths.oauthLogout + "?ui_locales=de", headers: browser)
            #expect(out.headers[.contentLanguage] == "de")
            #expect(out.text.contains(#"name="ui_locales" value="de""#))
        }
    }

    @Test func `a client's wish for a language holds during its sign-in, and when that has ended`() async throws {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        let service = try TestService(openID: TestClients.all, policy: policy)
        try await service.run { caller in
            let english = ["Accept-Language": "en"]
            let begun = try await caller.get(Caller.authorize(["ui_locales": "de"]), headers: english)
            let page = try await caller.get(try #require(begun.headers[.location]), headers: english)
            #expect(page.status == .ok && page.headers[.contentLanguage] == "de")
            service.clock.advance(1_860)
            let over = try await caller.get(try #require(page.hidden["return_to"]), headers: english)
            #expect(over.status == .gone && over.headers[.contentLanguage] == "de")
            let invented = try await caller.get(Paths.oauthContinue + "?request=e30.AAAA", headers: english)
            #expect(invented.status == .gone && invented.headers[.contentLanguage] == "en")
        }
    }
}
