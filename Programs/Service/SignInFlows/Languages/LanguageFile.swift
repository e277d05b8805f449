import JSONWebTokens

/// Everything that is wrong with a language file, one sentence each.
package struct LanguageFaults: Error, Sendable, Equatable {
    /// The faults, each with the place in the file.
    package let faults: [String]

    /// Collects faults.
    package init(faults: [String]) {
        self.faults = faults
    }
}

/// Reads a language file: a JSON object with `direction`, `plurals`, `dates` and `texts`, described in
/// `Documentation/pages.md`.
package enum LanguageFile {
    private static let members: Set<String> = ["guide", "direction", "plurals", "dates", "texts"]

    /// Reads and checks a file.
    ///
    /// A text that does not fit the reference is replaced by that of the reference, with a warning: a file that was
    /// complete must not keep the next release from starting.
    ///
    /// - Parameters:
    ///   - tag: the language, from the file's name.
    ///   - reference: a language that has every text, with its placeholders; nil to read that language itself.
    package static func read(
        _ json: [UInt8], tag: String, reference: Language?
    ) throws(LanguageFaults) -> Language {
        let file: JSONObject
        do throws(JSONTextFault) {
            file = try StrictJSONReader.readWritten(json, limits: TokenLimits(maximumBytes: 1 << 20))
        } catch {
            throw LanguageFaults(faults: ["line \(error.line), column \(error.column): \(error.explanation)"])
        }
        var faults = file.names.filter { !members.contains($0) }.map { "\($0): unknown" }
        if !isTag(tag) { faults.append("the file's name must be a language tag, such as fr or pt-BR") }
        if file["guide"] != nil, file["guide"]?.string == nil { faults.append("guide: must be a text") }
        let direction = file["direction"]?.string
        if !["ltr", "rtl"].contains(direction) { faults.append("direction: must be ltr or rtl") }
        let plurals = plurals(file["plurals"], &faults)
        let dates = dates(file["dates"], &faults)
        var texts: [String: LanguageText] = [:]
        if let object = file["texts"]?.object {
            collect(object, at: "", plurals, into: &texts, &faults)
        } else {
            faults.append("texts: must be an object")
        }
        for key in texts.keys.sorted() where key.hasSuffix("_subject") && texts[key]?.isOneLine == false {
            faults.append("\(key): must be one line, because it is a header of a mail")
        }
        guard faults.isEmpty, let dates else { throw LanguageFaults(faults: faults) }
        let comparison = reference.map { LanguageComparison(texts, with: $0) }
        return Language(
            tag: tag, isRightToLeft: direction == "rtl", dates: dates, plurals: plurals,
            texts: comparison?.fittingTexts ?? texts, warnings: comparison?.faults ?? [])
    }

    /// Whether a text is a language tag of letters and digits in parts of at most eight (RFC 5646 section 2.1).
    package static func isTag(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...8).contains(first.utf8.count), first.utf8.allSatisfy(isLetter) else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func plurals(_ value: JSONValue?, _ faults: inout [String]) -> PluralRules {
        guard let object = value?.object else {
            faults.append("plurals: must be an object; {} if the language has one form for every number")
            return PluralRules([:])
        }
        var conditions: [PluralCategory: PluralCondition] = [:]
        for (name, value) in object.members {
            guard let category = PluralCategory(rawValue: name), category != .other else {
                faults.append("plurals.\(name): must be zero, one, two, few or many")
                continue
            }
            guard let condition = value.string.flatMap({ PluralCondition($0) }) else {
                faults.append("plurals.\(name): must be a condition of Unicode's CLDR, such as i = 1 and v = 0")
                continue
            }
            conditions[category] = condition
        }
        return PluralRules(conditions)
    }

    private static func dates(_ value: JSONValue?, _ faults: inout [String]) -> LocalDates? {
        let months = value?.object?["months"]?.array?.compactMap(\.string) ?? []
        if months.count != 12 { faults.append("dates.months: must be twelve texts") }
        let moment = value?.object?["moment"]?.string.flatMap { TextPattern($0) }
        guard let moment, moment.placeholders == LocalDates.placeholders else {
            faults.append("dates.moment: must contain {{day}}, {{month}}, {{year}}, {{hour}} and {{minute}}")
            return nil
        }
        return LocalDates(moment: moment, months: months)
    }
}

/// The texts of a file.
extension LanguageFile {
    private static func collect(
        _ object: JSONObject, at path: String, _ plurals: PluralRules, into texts: inout [String: LanguageText],
        _ faults: inout [String]
    ) {
        for (name, value) in object.members {
            let key = path.isEmpty ? name : path + "." + name
            if let inner = value.object, !inner.contains("other") {
                collect(inner, at: key, plurals, into: &texts, &faults)
            } else if let forms = value.object {
                texts[key] = plural(forms, key, plurals, &faults)
            } else if let pattern = pattern(value) {
                texts[key] = .single(pattern)
            } else {
                faults.append("\(key): must be a text or a list of lines, with placeholders such as {{name}}")
            }
        }
    }

    /// A text is a string, or a list of lines.
    private static func pattern(_ value: JSONValue) -> TextPattern? {
        if let lines = value.array {
            let texts = lines.compactMap(\.string)
            return texts.count == lines.count ? TextPattern(texts.joined(separator: "\n")) : nil
        }
        return value.string.flatMap { $0.isEmpty ? nil : TextPattern($0) }
    }

    private static func plural(
        _ object: JSONObject, _ key: String, _ plurals: PluralRules, _ faults: inout [String]
    ) -> LanguageText {
        var forms: [PluralCategory: TextPattern] = [:]
        for (name, value) in object.members {
            guard let category = PluralCategory(rawValue: name), let pattern = pattern(value) else {
                faults.append("\(key).\(name): must be a plural form with a text")
                continue
            }
            forms[category] = pattern
        }
        let needed = plurals.categories.union([.other])
        for category in PluralCategory.allCases where needed.contains(category) != (forms[category] != nil) {
            faults.append(
                needed.contains(category)
                    ? "\(key).\(category.rawValue): missing"
                    : "\(key).\(category.rawValue): has no condition in plurals")
        }
        return .plural(forms)
    }
}

/// Compares the texts of a file with those of the reference.
private struct LanguageComparison {
    private let texts: [String: LanguageText]
    private let reference: Language

    init(_ texts: [String: LanguageText], with reference: Language) {
        (self.texts, self.reference) = (texts, reference)
    }

    var faults: [String] {
        let missing = reference.keys.subtracting(texts.keys).sorted().map { "\($0): missing" }
        let unknown = Set(texts.keys).subtracting(reference.keys).sorted().map { "\($0): unknown" }
        return missing + unknown + texts.keys.sorted().flatMap { faults(at: $0) }
    }

    /// All texts of the reference, each from the file if it fits.
    var fittingTexts: [String: LanguageText] {
        reference.texts.merging(texts.filter { reference.keys.contains($0.key) && faults(at: $0.key).isEmpty }) {
            $1
        }
    }

    private func faults(at key: String) -> [String] {
        guard let text = texts[key], let model = reference.texts[key] else { return [] }
        switch (text, model) {
        case (.single(let pattern), .single): return faults(of: pattern, key, model.placeholders, optional: [])
        case (.plural(let forms), .plural):
            return PluralCategory.allCases.flatMap { category in
                forms[category].map {
                    // "One account" needs no figure.
                    faults(of: $0, key + "." + category.rawValue, model.placeholders, optional: ["count"])
                } ?? []
            }
        case (.single, .plural): return ["\(key): must have plural forms, such as other"]
        case (.plural, .single): return ["\(key): must be one text, without plural forms"]
        }
    }

    private func faults(
        of pattern: TextPattern, _ place: String, _ placeholders: Set<String>, optional: Set<String>
    ) -> [String] {
        let missing = placeholders.subtracting(pattern.placeholders).subtracting(optional).sorted()
        let unknown = pattern.placeholders.subtracting(placeholders).sorted()
        return missing.map { "\(place): {{\($0)}} is missing" } + unknown.map { "\(place): {{\($0)}} is unknown here" }
    }
}
