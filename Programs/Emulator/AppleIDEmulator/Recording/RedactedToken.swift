import JSONWebTokens

/// A signed token, of which only the names and kinds of header and claims are shown.
struct RedactedToken {
    private static let shownHeader: Set = ["alg", "typ", "crit"]

    /// Nil if the text is no signed token.
    static func read(_ text: String, _ redaction: Redaction) -> OrderedJSON? {
        guard let token = try? CompactJWS(text) else { return nil }
        let header = token.header.members.members.map { name, value -> (name: String, value: OrderedJSON) in
            guard shownHeader.contains(name), let text = value.string else {
                return (redaction.name(name), kind(of: value, name))
            }
            return (name, .string(redaction.text(text)))
        }
        var members: [(name: String, value: OrderedJSON)] = [("header", .object(header))]
        if let claims = try? StrictJSONReader.readObject(token.payload) {
            let issuedAt = claims["iat"]?.number?.integer
            members.append(
                (
                    "claims",
                    .object(
                        claims.members.map { (redaction.name($0.name), claim($0.name, $0.value, issuedAt, redaction)) })
                ))
        }
        return .object([("<jwt>", .object(members))])
    }

    private static func claim(
        _ name: String, _ value: JSONValue, _ issuedAt: Int?, _ redaction: Redaction
    ) -> OrderedJSON {
        switch name {
        case "iss", "aud":
            // whose token it is; both are in every script
            let shown = value.string.map { redaction.text($0) } ?? ""
            let isKnown = shown == Redaction.baseURLMark || shown.hasPrefix("{") && shown.hasSuffix("}")
            return isKnown ? .string(shown) : kind(of: value, name)
        case "exp":
            guard let issuedAt, let expiry = value.number?.integer else { return kind(of: value, name) }
            return .string("<iat + \(expiry.subtractingReportingOverflow(issuedAt).partialValue)>")
        default: return kind(of: value, name)
        }
    }

    /// What a value is, without the value.
    static func kind(of value: JSONValue, _ name: String) -> OrderedJSON {
        switch value {
        case .string(let text): .string(name == "sub" && isSubject(text) ? "<subject>" : Redaction.mark(for: name))
        case .number: .string("<number>")
        case .bool: .string("<boolean>")
        case .null: .null
        case .array(let values): .array(values.prefix(1).map { kind(of: $0, "") })
        case .object: .string("<object>")
        }
    }

    /// The form of Apple's subjects: digits, 32 hexadecimal digits, digits.
    private static func isSubject(_ text: String) -> Bool {
        text.wholeMatch(of: /\d{6}\.[0-9a-f]{32}\.\d{4}/) != nil
    }
}
