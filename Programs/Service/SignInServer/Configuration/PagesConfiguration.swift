package import Settings
import SignInFlows

/// The languages of the pages and mails.
package struct PagesConfiguration: Sendable, Equatable {
    /// The tag of the language for people who ask for no other.
    package let language: String
    /// The folder of further languages; `nil` for none.
    package let languageFolder: String?

    init(_ settings: SettingsReader) {
        language = settings.value(
            "pages.language", "en", must: "a language tag, such as en or de",
            "The language for people whose browser asks for none of the service's languages ([pages.md](pages.md))."
        ) { LanguageFile.isTag($0) ? $0 : nil }
        languageFolder = settings.file(
            "pages.languages", "A folder with further languages, a file each ([pages.md](pages.md)).")
    }

    /// Reads the languages.
    package func languages() throws(ConfigurationFaults) -> Languages {
        do throws(LanguageFaults) {
            return try Languages(folder: languageFolder, standard: language)
        } catch {
            throw ConfigurationFaults(error.faults.map { "pages: " + $0 })
        }
    }
}
