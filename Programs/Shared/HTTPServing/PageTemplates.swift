import Crypto
import Foundation
import Mustache

/// A page: its template, title and values.
package struct Page: Sendable {
    /// The values of a page by their names in the template; `nil` counts as absent.
    package typealias Values = [String: (any Sendable)?]

    let template: String
    let values: [String: any Sendable]

    /// Creates a page from several groups of values; later groups override earlier ones.
    package init(_ template: String, title: String, _ groups: Values...) {
        self.template = template
        values = groups.reduce(into: ["title": title as any Sendable]) { values, group in
            values.merge(group.compactMapValues { $0 }) { $1 }
        }
    }

    private init(template: String, values: [String: any Sendable]) {
        (self.template, self.values) = (template, values)
    }

    /// The page with other values, such as texts in one language.
    package func mapValues(_ transform: (any Sendable) -> any Sendable) -> Page {
        Page(template: template, values: values.mapValues(transform))
    }
}

/// Templates that escape the values inserted into them.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// Compiles templates, given by name.
    ///
    /// - Parameter prepare: changes the text of each template before it is compiled.
    package init(
        _ sources: KeyValuePairs<String, [UInt8]>, prepare: (String) throws -> String = { $0 }
    ) throws {
        var library = MustacheLibrary()
        for (name, source) in sources {
            try library.register(prepare(String(decoding: source, as: UTF8.self)), named: name)
        }
        self.library = library
    }

    /// Renders the page as HTML.
    package func render(_ page: Page) throws -> String {
        guard let html = library.render(page.values, withTemplate: page.template) else {
            throw MissingTemplate(name: page.template)
        }
        return html
    }

    private struct MissingTemplate: Error {
        let name: String
    }

    /// The hash source that a content security policy uses to allow a style or script with this text (CSP 3, section
    /// 2.3.1).
    package static func source(_ text: String) -> String {
        "'sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString() + "'"
    }
}
