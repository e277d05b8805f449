import Foundation
import HTTPServing

/// `Script/Resources/appleid.auth.js`, filled in for one locale and the emulator's address.
struct ServedScript {
    let text: String

    /// Nil if there is no script for the locale. Apple's scripts have the locales of the button.
    init?(locale: String, baseURL: String) {
        guard ButtonTitles.locales.contains(locale) else { return nil }
        let source = String(decoding: PackageResources.appleid_auth_js, as: UTF8.self)
        // the object that is replaced stands between two such comments, so that the file is a script by itself
        let parts = source.components(separatedBy: "/* served */")
        guard parts.count == 3 else { return nil }
        text = [parts[0], Self.values(locale, baseURL).text, parts[2]].joined()
    }

    /// The entity tag (RFC 9110 §8.8.3): the hash of the text.
    var entityTag: String { "\"" + PageTemplates.source(text).filter { $0.isLetter || $0.isNumber } + "\"" }

    private static func values(_ locale: String, _ baseURL: String) -> OrderedJSON {
        .object([
            ("authorize", .string(baseURL + "/auth/authorize")), ("origin", .string(Origin.of(baseURL))),
            ("locale", .string(locale)), ("language", .string(ButtonTitles.languageTag(locale))),
            ("isRightToLeft", .boolean(ButtonTitles.isRightToLeft(locale))),
            (
                "titles",
                .object(
                    ButtonKind.allCases.map { ($0.rawValue, .string(ButtonTitles.title($0, locale: locale))) })
            ),
            ("mark", .object([("size", .integer(ButtonMark.size)), ("path", .string(ButtonMark.path))])),
        ])
    }
}
