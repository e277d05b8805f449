import Settings
import SignInFlows
import SignInServer

extension Finding {
    /// Whether the operator's own language files can be used; nil if there are none.
    static func languages(of pages: PagesConfiguration) -> Finding? {
        guard let folder = pages.languageFolder else { return nil }
        do {
            let languages = try pages.languages()
            guard languages.warnings.isEmpty else {
                return Finding(
                    code: "languages_incomplete", level: .warning, subject: folder,
                    meaning: "Some texts are shown as the service has them: "
                        + languages.warnings.joined(separator: "; ") + ".",
                    advice: "Complete the files, as pages.md describes.", evidence: .documented)
            }
            let tags = languages.all.map(\.tag).joined(separator: ", ")
            return .fine("languages_read", folder, "The pages are in these languages: \(tags).")
        } catch {
            return Finding(
                code: "languages_refused", level: .failure, subject: folder,
                meaning: "The languages cannot be used: " + error.lines.joined(separator: "; ") + ".",
                advice: "Correct the files. The service does not start with them.", evidence: .documented)
        }
    }
}
