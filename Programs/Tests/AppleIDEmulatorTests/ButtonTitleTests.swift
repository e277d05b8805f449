import Foundation
import Testing

@testable import AppleIDEmulator

@Suite struct ButtonTitleTests {
    /// https://developer.apple.com/documentation/signinwithapple/incorporating-sign-in-with-apple-into-other-platforms
    private static let documented = """
        ar_SA ca_ES cs_CZ da_DK de_DE el_GR en_GB en_US es_ES es_MX fi_FI fr_CA fr_FR hr_HR hu_HU id_ID it_IT iw_IL \
        ja_JP ko_KR ms_MY nl_NL no_NO pl_PL pt_BR pt_PT ro_RO ru_RU sk_SK sv_SE th_TH tr_TR uk_UA vi_VI zh_CN zh_HK \
        zh_TW
        """.split(separator: " ").map(String.init)

    @Test func `has a sign-in title in every documented locale, and no other locale`() {
        #expect(ButtonTitles.locales == Self.documented && ButtonTitles.locales.count == 37)
        for locale in Self.documented {
            #expect(ButtonTitles.traced(.signIn, locale: locale)?.title.contains("Apple") == true, "\(locale)")
        }
    }

    @Test func `says where each title is from`() throws {
        let text = try GuideTests.text(
            "Programs/Emulator/AppleIDEmulator/Buttons/Resources/button_titles.json")
        let file = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let sources = try #require(file["sources"] as? [String: String])
        var cited: Set<String> = []
        for locale in ButtonTitles.locales {
            for kind in ButtonKind.allCases {
                guard let entry = ButtonTitles.traced(kind, locale: locale) else { continue }
                #expect(entry.evidence == .ours || !entry.sources.isEmpty, "\(locale)")
                #expect(entry.width > 0)
                cited.formUnion(entry.sources)
            }
        }
        #expect(cited == Set(sources.keys))
        #expect(ButtonTitles.entry(.signIn, locale: "ca_ES").evidence == .other)
        #expect(ButtonTitles.entry(.signIn, locale: "de_DE").evidence == .apple)
    }

    @Test func `shows the sign-in title where another title could not be traced`() {
        #expect(ButtonTitles.title(.continueWith, locale: "de_DE") == "Mit Apple anmelden")
        #expect(ButtonTitles.title(.signUp, locale: "ja_JP") == "Appleでサインイン")
        #expect(ButtonTitles.title(.continueWith, locale: "zh_CN") == "通过 Apple 继续")
        #expect(ButtonTitles.title(.continueWith, locale: "en_GB") == "Continue with Apple")
        #expect(ButtonTitles.title(.signUp, locale: "en_US") == "Sign up with Apple")
    }

    @Test func `shows English in a locale that is not known`() {
        #expect(ButtonTitles.title(.continueWith, locale: "eo") == "Continue with Apple")
        #expect(ButtonTitles.title(.signIn, locale: "") == "Sign in with Apple")
        #expect(ButtonTitles.languageTag("eo") == "en")
    }

    @Test(arguments: [
        ("iw_IL", "he"), ("no_NO", "nb"), ("vi_VI", "vi"), ("zh_CN", "zh-Hans"), ("zh_HK", "zh-Hant"),
        ("pt_BR", "pt"),
    ])
    func `names languages by tags that browsers know`(_ locale: String, _ tag: String) {
        #expect(ButtonTitles.languageTag(locale) == tag)
    }

    @Test func `reads two locales from right to left`() {
        #expect(ButtonTitles.locales.filter(ButtonTitles.isRightToLeft) == ["ar_SA", "iw_IL"])
    }
}
