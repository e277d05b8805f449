import HTTPServing
import SignInFlows
import Testing

@testable import SignInServer

@Suite struct LanguagePreferencesTests {
    private static let languages = ["en": "en", "de": "de", "zh-hant": "zh-Hant", "pt-br": "pt-BR"]

    @Test(arguments: [
        ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-Latn-AT-1996", "de"), ("en-GB,de;q=0.9", "en"),
        ("fr,de;q=0.5,en;q=0.4", "de"), ("fr, en;q=0.4, de;q=0.5", "de"), ("en;q=0.8,de", "de"),
        ("de;q=0.7,en;q=0.7", "de"), ("en;q=0.7,de;q=0.7", "en"),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "en"),
        ("zh-Hant-TW", "zh-Hant"), ("zh-Hant-x-team", "zh-Hant"), ("zh-TW", nil), ("pt-BR", "pt-BR"), ("pt", nil),
        ("*", nil), ("*, de;q=0.1", "de"), ("fr", nil), ("", nil), (" , ,de", "de"), ("de\t;\tq=1.000", "de"),
        ("de ; q=0.5", "de"), ("de;q=0,en;q=0.1", "en"), ("de-AT,de;q=0", nil), ("de;Q=0.5", "de"), ("de;q=1.", "de"),
    ])
    func `the most wanted language that there is wins`(_ field: String, _ chosen: String?) throws {
        let preferences = try #require(LanguagePreferences(acceptLanguage: field))
        #expect(preferences.firstMatch(in: Self.languages) == chosen)
    }

    @Test(arguments: [
        "de;q=2", "de;q=1.1", "de;q=0.1234", "de;q=", "de;q=a", "de;q=-1", "de;q=.5", "de;level=1", "de;q=0.5;q=0.4",
        "de_AT", "de-", "-de", "d e", "1", "deutschland", "de;", ";q=1", "de\u{E4}", "<script>", "de, en\"",
        "de\u{301}", "de,\u{301}en", "de;\u{301}q=1", "de;q=\u{301}1", "de;q=1.\u{301}", "\u{301}de",
        String(repeating: "de,", count: 400),
    ])
    func `a malformed field says nothing`(_ field: String) {
        #expect(LanguagePreferences(acceptLanguage: field) == nil)
    }

    @Test(arguments: [
        ("de", "de"), ("fr de-AT en", "de"), ("se", nil), ("", nil), ("<b> de", "de"), ("de,en", nil), ("  en  ", "en"),
    ])
    func `locales of an OpenID request are a list with spaces`(_ locales: String, _ chosen: String?) {
        #expect(LanguagePreferences(locales: locales).firstMatch(in: Self.languages) == chosen)
    }

    @Test func `the client's wish goes before the browser's, and the standard comes last`() throws {
        let languages = try Languages(standard: "de")
        #expect(languages.choose(acceptLanguage: "en", locales: "de").tag == "de")
        #expect(languages.choose(acceptLanguage: "en", locales: "fr").tag == "en")
        #expect(languages.choose(acceptLanguage: "en;q=2").tag == "de")
        #expect(languages.choose(acceptLanguage: nil).tag == "de")
        #expect(languages.choose(acceptLanguage: "fr").tag == "de")
    }
}
