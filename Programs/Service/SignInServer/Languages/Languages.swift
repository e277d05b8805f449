import Foundation
import HTTPServing
package import SignInFlows

/// The languages of pages and mails: those of the service, and those that the operator adds as files.
package struct Languages: Sendable {
    /// By their tags in lower case, because tags are compared without case (RFC 5646 section 2.1.1).
    private let byTag: [String: Language]
    /// The language for people who ask for none of the others.
    package let standard: Language
    /// The language of pages for developers.
    package let english: Language

    private static let builtIn: [(tag: String, file: [UInt8])] = [
        ("en", PackageResources.en_json), ("de", PackageResources.de_json),
    ]

    /// Reads all languages. Throws every fault of every file; see ``warnings`` for single texts.
    ///
    /// - Parameters:
    ///   - folder: a folder with further files, such as `fr.json`. One of them may replace a language of the service.
    ///   - standard: the tag of the language for people who ask for none of the others.
    package init(folder: String? = nil, standard: String = "en") throws(LanguageFaults) {
        var faults: [String] = []
        let own = Self.builtIn.first.map { $0.file } ?? []
        let reference = try LanguageFile.read(own, tag: "en", reference: nil)
        var byTag: [String: Language] = [:]
        let files = Self.files(in: folder, &faults)
        for (tag, others) in Dictionary(grouping: files, by: { $0.tag.lowercased() }) where others.count > 1 {
            faults.append(
                "\(tag): " + others.map { $0.tag + ".json" }.joined(separator: " and ") + " are for one language")
        }
        for (tag, file) in Self.builtIn + files {
            do throws(LanguageFaults) {
                byTag[tag.lowercased()] = try LanguageFile.read(
                    file, tag: tag, reference: byTag[tag.lowercased()] ?? reference)
            } catch {
                faults += error.faults.map { "\(tag).json: \($0)" }
            }
        }
        let chosen = byTag[standard.lowercased()]
        if chosen == nil, faults.isEmpty {
            faults.append(
                "there is no language \(standard), only " + byTag.values.map(\.tag).sorted().joined(separator: ", "))
        }
        guard faults.isEmpty, let chosen else { throw LanguageFaults(faults: faults) }
        (self.byTag, self.standard, english) = (byTag, chosen, reference)
    }

    private static func files(in folder: String?, _ faults: inout [String]) -> [(tag: String, file: [UInt8])] {
        guard let folder else { return [] }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            faults.append("the folder \(folder) cannot be read")
            return []
        }
        var files: [(tag: String, file: [UInt8])] = []
        for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
            if let data = FileManager.default.contents(atPath: folder + "/" + name) {
                files.append((String(name.dropLast(5)), Array(data)))
            } else {
                faults.append("\(name): cannot be read")
            }
        }
        return files
    }

    /// All languages, by their tags.
    package var all: [Language] { byTag.values.sorted { $0.tag < $1.tag } }

    /// What is wrong with single texts of the operator's files. The service's own German or English stands in.
    package var warnings: [String] {
        all.flatMap { language in language.warnings.map { "\(language.tag).json: \($0)" } }
    }

    /// The language for a person.
    ///
    /// - Parameters:
    ///   - acceptLanguage: the field `Accept-Language` of the request.
    ///   - locales: `ui_locales` of an OpenID request, which goes first: the client knows its user (OpenID Connect Core
    ///     section 3.1.2.1).
    package func choose(acceptLanguage: String?, locales: String? = nil) -> Language {
        let asked = LanguagePreferences(locales: locales ?? "")
        return asked.firstMatch(in: byTag)
            ?? acceptLanguage.flatMap { LanguagePreferences(acceptLanguage: $0) }?.firstMatch(in: byTag) ?? standard
    }
}
