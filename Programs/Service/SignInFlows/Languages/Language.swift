/// The texts of one language, for pages and mails. It is read from a file; see ``LanguageFile``.
package struct Language: Sendable, Equatable {
    /// Its language tag (RFC 5646), such as `de` or `pt-BR`.
    package let tag: String
    /// Whether it is written from right to left.
    package let isRightToLeft: Bool
    /// How it writes times.
    package let dates: LocalDates
    let plurals: PluralRules
    let texts: [String: LanguageText]
    /// What is wrong with single texts of its file, for which texts of the service stand in.
    package let warnings: [String]

    /// The keys of all texts.
    package var keys: Set<String> { Set(texts.keys) }

    /// The text with a key, its placeholders replaced. A text that does not exist is shown as its key; tests and the
    /// check of language files rule that out.
    ///
    /// - Parameter count: chooses the plural form, and replaces `{{count}}`.
    package func text(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        guard let pattern = pattern(key, count: count) else { return key }
        var values = values
        if let count { values["count"] = String(count) }
        return pattern.filled(values)
    }

    /// The text with a key as parts, for templates that insert the values themselves; nil if there is none, or if it
    /// depends on a count.
    package func pattern(_ key: String) -> TextPattern? {
        guard case .single(let pattern) = texts[key] else { return nil }
        return pattern
    }

    private func pattern(_ key: String, count: Int?) -> TextPattern? {
        switch texts[key] {
        case .single(let pattern): pattern
        case .plural(let forms): forms[plurals.category(of: count ?? 0)] ?? forms[.other]
        case nil: nil
        }
    }
}

/// A text of a language file: one, or one for each plural form.
enum LanguageText: Sendable, Equatable {
    case single(TextPattern)
    case plural([PluralCategory: TextPattern])

    /// The placeholders that every language must have at this text.
    var placeholders: Set<String> {
        switch self {
        case .single(let pattern): pattern.placeholders
        case .plural(let forms): forms[.other]?.placeholders ?? []
        }
    }

    /// Whether no form of it breaks the line.
    var isOneLine: Bool {
        let patterns =
            switch self {
            case .single(let pattern): [pattern]
            case .plural(let forms): Array(forms.values)
            }
        return patterns.flatMap(\.parts).allSatisfy { part in
            guard case .literal(let text) = part else { return true }
            return text.unicodeScalars.allSatisfy { scalar in
                ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            }
        }
    }
}

/// How a language writes times.
package struct LocalDates: Sendable, Equatable {
    /// The pattern of a time, with the placeholders `day`, `month`, `year`, `hour` and `minute`.
    package let moment: TextPattern
    /// The names of the twelve months, in the form that the pattern needs.
    package let months: [String]

    static let placeholders: Set<String> = ["day", "month", "year", "hour", "minute"]
}
