import Foundation
import HTTPServing

/// The texts of the pages in one language, read from a file of `Pages/Languages`.
struct PageLanguage: Sendable {
    let tag: String
    /// By group and name, such as `sign_in.account`.
    let texts: [String: String]

    init(tag: String, file: [UInt8]) throws {
        let groups = try JSONDecoder().decode([String: [String: String]].self, from: Data(file))
        self.tag = tag
        texts = groups.reduce(into: [:]) { texts, group in
            for (name, text) in group.value { texts["\(group.key).\(name)"] = text }
        }
    }

    /// A text with its values. One that does not exist is shown as its key; tests rule that out.
    func text(_ text: PageText) -> String {
        (try? Self.fill(texts[text.key] ?? text.key, "{{", "}}") { text.values[$0] }) ?? text.key
    }

    /// A template with its texts, which it names as `[[sign_in.account]]`. Their placeholders become tags of the template,
    /// and the rest is plain text.
    func filled(_ template: String) throws(MissingText) -> String {
        try Self.fill(template, "[[", "]]") { texts[$0].map(Self.escaped) }
    }

    /// A text with what stands between two marks replaced.
    private static func fill(
        _ text: String, _ open: String, _ close: String, _ value: (String) -> String?
    ) throws(MissingText) -> String {
        var filled = ""
        var rest = Substring(text)
        while let opening = rest.firstRange(of: open) {
            filled += rest[..<opening.lowerBound]
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: close), let found = value(String(rest[..<closing.lowerBound]))
            else {
                throw MissingText(name: String(rest.prefix(40)))
            }
            filled += found
            rest = rest[closing.upperBound...]
        }
        return filled + rest
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }

    /// A template names a text that does not exist, or a text a value.
    struct MissingText: Error {
        let name: String
    }
}
