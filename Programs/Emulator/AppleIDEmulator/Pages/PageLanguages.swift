import HTTPServing
import HTTPTypes
import Hummingbird

/// The pages in one language.
struct LocalPages: Sendable {
    let language: PageLanguage
    private let templates: PageTemplates

    init(_ language: PageLanguage) throws {
        self.language = language
        templates = try PageTemplates.ofEmulator(in: language)
    }

    /// Renders the page as HTML.
    func render(_ page: Page) throws -> String { try templates.render(page.mapValues(shown)) }

    /// A value with each text in this language.
    private func shown(_ value: any Sendable) -> any Sendable {
        if let text = value as? PageText { return language.text(text) }
        guard let rows = value as? [[String: any Sendable]] else { return value }
        return rows.map { $0.mapValues(shown) }
    }
}

/// The pages in every language. Pages for developers, such as those of the portal, are in English only, as at Apple.
struct PageLanguages: Sendable {
    static let files: [(tag: String, file: [UInt8])] = [
        ("en", PackageResources.en_json), ("de", PackageResources.de_json),
    ]

    let english: LocalPages
    private let byTag: [String: LocalPages]

    init() throws {
        let all = try Self.files.map { try LocalPages(PageLanguage(tag: $0.tag, file: $0.file)) }
        english = all[0]
        byTag = Dictionary(all.map { ($0.language.tag, $0) }) { first, _ in first }
    }

    /// The pages in the language of a person.
    ///
    /// - Parameters:
    ///   - locale: the parameter `locale` of the authorize step, such as `de_DE`. It goes first, since the app knows its
    ///     user. Apple does not document it.
    ///   - acceptLanguage: the field `Accept-Language` of the request.
    func choose(locale: String? = nil, acceptLanguage: String?) -> LocalPages {
        let asked = LanguagePreferences(locales: (locale ?? "").replacing("_", with: "-"))
        return asked.firstMatch(in: byTag)
            ?? acceptLanguage.flatMap { LanguagePreferences(acceptLanguage: $0) }?.firstMatch(in: byTag) ?? english
    }

    /// The pages in the language that the browser asks for.
    func choose(_ request: Request, locale: String? = nil) -> LocalPages {
        choose(locale: locale, acceptLanguage: request.headers[.acceptLanguage])
    }
}

extension Page {
    /// A page whose title is in the language of the person.
    init(_ template: String, title: PageText, _ groups: Values...) {
        var values: Values = [:]
        for group in groups { values.merge(group) { $1 } }
        values["title"] = title
        self.init(template, title: "", values)
    }
}
