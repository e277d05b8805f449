/// A text with places for values, such as `https://{host}/callback`.
struct RecordingTemplate: Sendable, Equatable {
    private enum Part: Sendable, Equatable {
        case literal(String)
        case value(String)
    }

    /// The text as it is in the script.
    let text: String
    private let parts: [Part]

    init(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\{([a-z][a-z0-9_]*)\}/) {
            parts.append(.literal(String(rest[..<match.range.lowerBound])))
            parts.append(.value(String(match.output.1)))
            rest = rest[match.range.upperBound...]
        }
        self.parts = parts + [.literal(String(rest))]
    }

    /// The names of the values that the text needs.
    var names: [String] {
        parts.compactMap { part in
            guard case .value(let name) = part else { return nil }
            return name
        }
    }

    /// Whether the text is nothing but one value.
    var isOneValue: Bool { names.count == 1 && text == "{\(names[0])}" }

    /// The text with its values, or the name of the first value that is missing.
    func filled(_ value: (String) throws -> String?) throws -> Result<String, RecordingValueMissing> {
        var filled = ""
        for part in parts {
            switch part {
            case .literal(let literal): filled += literal
            case .value(let name):
                guard let value = try value(name) else { return .failure(RecordingValueMissing(name: name)) }
                filled += value
            }
        }
        return .success(filled)
    }
}

/// The name of a value that is not there.
struct RecordingValueMissing: Error, Equatable {
    let name: String
}
