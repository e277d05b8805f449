/// A text with placeholders such as `{{client}}`.
package struct TextPattern: Sendable, Equatable {
    /// A part of a text.
    package enum Part: Sendable, Equatable {
        case literal(String)
        /// The name of a placeholder.
        case placeholder(String)
    }

    /// The parts in order.
    package let parts: [Part]

    /// Reads a text; nil if a placeholder in it is not closed or has no proper name.
    init?(_ text: String) {
        var parts: [Part] = []
        var rest = Substring(text)
        while let opening = rest.firstRange(of: "{{") {
            parts.append(.literal(String(rest[..<opening.lowerBound])))
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: "}}") else { return nil }
            let name = rest[..<closing.lowerBound]
            guard Self.isName(name) else { return nil }
            parts.append(.placeholder(String(name)))
            rest = rest[closing.upperBound...]
        }
        guard !rest.contains("}}") else { return nil }
        parts.append(.literal(String(rest)))
        self.parts = parts.filter { $0 != .literal("") }
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
    }

    /// The names of its placeholders.
    package var placeholders: Set<String> {
        Set(
            parts.compactMap { part in
                guard case .placeholder(let name) = part else { return nil }
                return name
            })
    }

    /// The text with its placeholders replaced; one without a value stays empty.
    package func filled(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): text
            case .placeholder(let name): values[name] ?? ""
            }
        }.joined()
    }
}
