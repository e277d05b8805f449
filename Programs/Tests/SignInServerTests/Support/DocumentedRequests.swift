import Foundation

/// The members of JSON requests, as openapi.yaml names them.
struct DocumentedRequests {
    private let document: DocumentNode

    init() throws {
        let lines = try Documents.text("openapi.yaml").split(separator: "\n")
        document = DocumentNode(inline: "", lines: lines[...])
    }

    /// The members of an operation's body, and those of the objects in it behind their names, such as `name.given`.
    /// There are none if the document has no JSON body for the operation.
    func members(_ method: String, _ path: String) -> Set<String> {
        let keys = ["paths", path, method, "requestBody", "content", "application/json", "schema"]
        return document.find(keys).map { members(of: $0) } ?? []
    }

    private func members(of schema: DocumentNode) -> Set<String> {
        if let name = schema.reference {
            return document.find(["components", "schemas", name]).map { members(of: $0) } ?? []
        }
        guard let properties = schema["properties"] else { return [] }
        var found: Set<String> = []
        for key in properties.keys {
            found.insert(key)
            let inside = properties[key].map { members(of: $0) } ?? []
            found.formUnion(inside.map { key + "." + $0 })
        }
        return found
    }
}

/// A part of the document, found by its indentation: what stands behind its key, and the lines below, which are
/// indented further.
private struct DocumentNode {
    let inline: Substring
    let lines: ArraySlice<Substring>

    private var margin: String { lines.first.map { String($0.prefix { $0 == " " }) } ?? "" }

    subscript(key: String) -> DocumentNode? {
        let (margin, start) = (margin, margin + key + ":")
        guard let place = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return nil }
        let below = lines[(place + 1)...].prefix { $0.hasPrefix(margin + "  ") }
        return DocumentNode(inline: lines[place].dropFirst(start.count), lines: below)
    }

    func find(_ keys: [String]) -> DocumentNode? {
        keys.reduce(self) { node, key in node?[key] }
    }

    /// The keys directly below.
    var keys: [String] {
        let margin = margin
        return lines.filter { $0.prefix { $0 == " " } == margin }.map { line in
            String(line.dropFirst(margin.count).prefix { $0 != ":" })
        }
    }

    /// The schema that stands in place of this one, or that it extends.
    var reference: String? {
        [inline, self["allOf"]?.inline, self["anyOf"]?.inline].compactMap { text in
            text?.firstMatch(of: /^ \[?\{ \$ref: '#\/components\/schemas\/(\w+)' \}/).map { String($0.output.1) }
        }.first
    }
}
