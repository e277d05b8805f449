import Foundation

/// The title that a button shows.
enum ButtonKind: String, Sendable, CaseIterable {
    case signIn = "sign-in"
    case continueWith = "continue"
    case signUp = "sign-up"
}

/// One title, with what is known about it.
struct ButtonTitle: Sendable, Equatable, Decodable {
    /// Who says that the button has this title.
    enum Evidence: String, Sendable, Decodable {
        /// Traced to Apple.
        case apple
        /// Somebody else's translation.
        case other
        /// Translated for this project.
        case ours
    }

    let title: String
    let evidence: Evidence
    /// The keys of `sources` in `button_titles.json`.
    var sources: [String] = []
    /// The width of the title in em. No font is at hand when a button is drawn, so the width is data.
    let width: Double
}

/// The titles of the button, by locale. The table is `Resources/button_titles.json`.
enum ButtonTitles {
    /// The locales that Apple's image service documents, in alphabetical order.
    static let locales: [String] = table.keys.sorted()

    /// The title in a language. The locale's sign-in title, if the wanted one could not be traced to Apple. English, if
    /// the locale is unknown.
    static func title(_ kind: ButtonKind, locale: String) -> String { entry(kind, locale: locale).title }

    /// The title with its evidence and width.
    static func entry(_ kind: ButtonKind, locale: String) -> ButtonTitle {
        traced(kind, locale: locale) ?? traced(.signIn, locale: locale) ?? traced(kind, locale: "en_US")
            ?? ButtonTitle(title: "Sign in with Apple", evidence: .apple, width: 8.5)
    }

    /// The title, if the table has this very one.
    static func traced(_ kind: ButtonKind, locale: String) -> ButtonTitle? { table[locale]?[kind.rawValue] }

    /// Whether the language is written from right to left.
    static func isRightToLeft(_ locale: String) -> Bool { ["ar_SA", "iw_IL"].contains(locale) }

    /// The language tag (BCP 47) of a locale. Apple's locales have codes that are no longer in use, such as `iw`. The
    /// region is left out, except in Chinese, where it stands for the script.
    static func languageTag(_ locale: String) -> String {
        switch locale {
        case "iw_IL": "he"
        case "no_NO": "nb"
        case "zh_CN": "zh-Hans"
        case "zh_HK", "zh_TW": "zh-Hant"
        default: table[locale] == nil ? "en" : String(locale.prefix { $0 != "_" })
        }
    }

    private struct File: Decodable {
        let locales: [String: [String: ButtonTitle]]
    }

    /// Read once. A test requires that it can be read and has all locales.
    private static let table: [String: [String: ButtonTitle]] =
        (try? JSONDecoder().decode(File.self, from: Data(PackageResources.button_titles_json)))?.locales ?? [:]
}
