import HTTPTypes
import Hummingbird

extension PageSet {
    /// The pages for the person who sent the request.
    ///
    /// - Parameters:
    ///   - owner: whom the page belongs to.
    ///   - locales: `ui_locales` of the OpenID request that led here, if one did.
    func pages(for request: Request, of owner: PageOwner = .service, locales: String? = nil) -> Pages {
        let language = languages.choose(
            acceptLanguage: request.headers[.acceptLanguage], locales: locales ?? request.interfaceLocales)
        return Pages(set: self, setting: PageSetting(language: language), brand: brands.find(owner))
    }

    /// The pages for developers, which are in English.
    var forDevelopers: Pages {
        Pages(set: self, setting: PageSetting(language: languages.english, isForPerson: false))
    }
}
