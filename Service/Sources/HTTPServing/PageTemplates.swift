import Crypto
import Foundation
import Mustache

/// A page: its template, its title, and what it shows.
package struct Page: Sendable {
    /// What a page shows by the names of its template; what is nil counts as absent.
    package typealias Values = [String: (any Sendable)?]

    let template: String
    let values: [String: any Sendable]

    /// A page that shows the values of all groups.
    package init(_ template: String, title: String, _ groups: Values...) {
        self.template = template
        values = groups.reduce(into: ["title": title as any Sendable]) { values, group in
            values.merge(group.compactMapValues { $0 }) { $1 }
        }
    }
}

/// Templates that escape what is put into them.
package struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// Compiles the templates, by their names.
    package init(_ sources: KeyValuePairs<String, [UInt8]>) throws {
        var library = MustacheLibrary()
        for (name, source) in sources {
            try library.register(String(decoding: source, as: UTF8.self), named: name)
        }
        self.library = library
    }

    /// The page as HTML.
    package func render(_ page: Page) throws -> String {
        guard let html = library.render(page.values, withTemplate: page.template) else {
            throw MissingTemplate(name: page.template)
        }
        return html
    }

    private struct MissingTemplate: Error {
        let name: String
    }

    /// What a content security policy calls a style or script of these bytes (CSP 3, section 2.3.1).
    package static func source(_ text: String) -> String {
        "'sha256-" + Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString() + "'"
    }
}
