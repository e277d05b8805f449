import HTTPTypes
import Hummingbird

extension PageSet {
    /// The pages for the person who sent the request.
    func pages(for request: Request, _ presentation: PagePresentation) -> Pages {
        let language = languages.choose(
            acceptLanguage: request.headers[.acceptLanguage],
            locales: presentation.locales ?? request.interfaceLocales)
        return Pages(set: self, setting: PageSetting(language: language), brand: brands.find(presentation.owner))
    }

    /// The pages for developers, which are in English.
    var forDevelopers: Pages {
        Pages(
            set: self, setting: PageSetting(language: languages.english, isForPerson: false),
            brand: brands.find(.service))
    }
}
