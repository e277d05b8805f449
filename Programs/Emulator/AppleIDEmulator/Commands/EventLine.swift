package import JSONWebTokens

/// An event as one line for a terminal: time, type, and the members that it has.
package enum EventLine {
    /// The line, or the JSON itself if it is no event.
    package static func text(_ json: String) -> String {
        guard let event = try? StrictJSONReader.readObject(Array(json.utf8), limits: limits),
            let type = event.text("type"), let at = event.double("at").flatMap({ Int(exactly: $0) })
        else { return visible(json) }
        let members = event.members.filter { !["id", "type", "at"].contains($0.name) }
        let facts = members.map { "\(visible($0.name))=\(value($0.value))" }.joined(separator: " ")
        return "\(time(at))  \(visible(type))" + (facts.isEmpty ? "" : "  " + facts)
    }

    /// People of the snapshot, one a line: the key, the address and the name.
    package static func people(_ snapshot: JSONObject) -> [String] {
        (snapshot["people"]?.array ?? []).compactMap(\.object).map { person in
            let name = person["name"]?.object
            let names = [name?.text("first"), name?.text("last")].compactMap { $0 }.filter { !$0.isEmpty }
            return ([person.text("key") ?? "", person.text("email") ?? ""] + names).map(visible)
                .joined(separator: "  ")
        }
    }

    /// Faults, one a line: the number, the endpoint, and the members that were set.
    package static func faults(_ answer: JSONObject) -> [String] {
        (answer["faults"]?.array ?? []).compactMap(\.object).map { fault in
            fault.members.filter { $0.value != .null && $0.value != .bool(false) }
                .map { "\(visible($0.name))=\(value($0.value))" }.joined(separator: "  ")
        }
    }

    /// Notifications that a call caused, one a line: the type, the person, and what became of it.
    package static func notifications(_ answer: JSONObject) -> [String] {
        (answer["notifications"]?.array ?? []).compactMap(\.object).map { sent in
            let state = sent.text("state") ?? ""
            let target = sent.text("url").map { "to \(visible($0))" } ?? "no URL is registered"
            return "\(visible(sent.text("type") ?? ""))  \(visible(sent.text("person") ?? ""))  \(visible(state))  "
                + target
        }
    }

    /// The clients of the apps that a person uses.
    package static func clients(of person: String, in snapshot: JSONObject) -> [String] {
        (snapshot["consents"]?.array ?? []).compactMap(\.object)
            .filter { $0.text("person", is: person) }.compactMap { $0.text("primary_app") }
    }

    private static let limits = TokenLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumMembers: 10_000)

    /// A text without spaces as it is, and anything else as JSON.
    private static func value(_ value: JSONValue) -> String {
        if case .string(let text) = value, !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            return text
        }
        return visible(String(decoding: value.json, as: UTF8.self))
    }

    /// Escapes whatever could move the cursor or turn the direction of other characters.
    private static func visible(_ text: String) -> String {
        String(
            text.unicodeScalars.flatMap { scalar -> [Character] in
                let isPlain =
                    switch scalar.properties.generalCategory {
                    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                        false
                    default: true
                    }
                return isPlain ? [Character(scalar)] : Array("\\u{\(String(scalar.value, radix: 16))}")
            })
    }

    private static func time(_ seconds: Int) -> String {
        let ofDay = ((seconds % 86_400) + 86_400) % 86_400
        return [ofDay / 3_600, ofDay / 60 % 60, ofDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
