import SignInFlows

/// A template names a text that does not exist, or does not close the name.
struct TemplateTextFault: Error, Equatable {
    let name: String
}

/// Inserts the texts of one language into templates, which name them as `[[account.about]]`.
struct TemplateTexts: Sendable {
    private let language: Language

    init(_ language: Language) {
        self.language = language
    }

    /// The template with its texts.
    func fill(_ template: String) throws(TemplateTextFault) -> String {
        var filled = ""
        var rest = Substring(template)
        while let opening = rest.firstRange(of: "[[") {
            filled += rest[..<opening.lowerBound]
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: "]]") else {
                throw TemplateTextFault(name: String(rest.prefix(40)))
            }
            let name = String(rest[..<closing.lowerBound])
            guard let pattern = language.pattern(name) else { throw TemplateTextFault(name: name) }
            filled += pattern.parts.map { markup($0) }.joined()
            rest = rest[closing.upperBound...]
        }
        return filled + rest
    }

    /// A text is plain: whatever it contains, it is no markup and no tag of the template.
    private func markup(_ part: TextPattern.Part) -> String {
        switch part {
        case .literal(let text): Self.escaped(text)
        // Names and addresses mostly run from left to right. Isolated, they do not turn the sentence around
        // (Unicode UAX #9, section 2.7).
        case .placeholder(let name):
            language.isRightToLeft ? "\u{2068}{{\(name)}}\u{2069}" : "{{\(name)}}"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("{", with: "&#123;").replacing("}", with: "&#125;")
    }
}
