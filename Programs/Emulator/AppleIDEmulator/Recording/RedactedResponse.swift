/// An answer without anything secret.
struct RedactedResponse: Sendable {
    /// The headers that a client may depend on. Others are recorded and not compared.
    static let comparedHeaders = [
        "content-type", "cache-control", "pragma", "location", "retry-after", "www-authenticate", "allow",
        "access-control-allow-origin",
    ]

    let status: Int
    /// Names in small letters.
    let headers: [RecordingField]
    let body: RedactedBody

    init(_ response: RecordingResponse, _ redaction: Redaction) {
        status = response.status
        headers = response.headers.map { Self.redacted($0, redaction) }
        body = RedactedBody(response, redaction)
    }

    private static func redacted(_ field: RecordingField, _ redaction: Redaction) -> RecordingField {
        let name = field.name.lowercased()
        return RecordingField(
            name: redaction.name(name),
            value: name == "location" ? redaction.url(field.value) : shown(name, field.value))
    }

    /// Of most fields, only known words are shown: whatever else a server writes there could be a secret.
    private static func shown(_ name: String, _ value: String) -> String {
        switch name {
        case "content-type": words(of: value, separatedBy: ";", RedactedWords.mediaTypes)
        case "cache-control", "pragma": words(of: value, separatedBy: ",", RedactedWords.cacheDirectives)
        case "allow": words(of: value, separatedBy: ",", RedactedWords.methods)
        case "access-control-allow-origin": words(of: value, separatedBy: ",", ["*", "null"])
        case "www-authenticate": words(of: String(value.prefix { $0 != " " }), separatedBy: " ", ["basic", "bearer"])
        case "server": words(of: value, separatedBy: " ", ["apple"])
        case "retry-after", "content-length": "<number>"
        case "date", "expires", "last-modified": "<date>"
        case "set-cookie":
            "<cookie>; " + words(of: String(value.drop { $0 != ";" }), separatedBy: ";", RedactedWords.cookieAttributes)
        default: "<text>"
        }
    }

    /// The known words of a list, in small letters, and a mark for each other one.
    private static func words(of text: String, separatedBy separator: Character, _ known: Set<String>) -> String {
        text.lowercased().split(separator: separator).map { part in
            let word = part.filter { $0 != " " }
            if known.contains(word) { return word }
            let (name, value) = (word.prefix { $0 != "=" }, word.drop { $0 != "=" }.dropFirst())
            guard known.contains(String(name)), !value.isEmpty else { return "<text>" }
            // such as max-age=300
            return value.count < 9 && value.allSatisfy(\.isNumber) ? word : "\(name)=<text>"
        }.joined(separator: String(separator))
    }

    /// What is compared: a line for each fact, by its place.
    var lines: [(place: String, value: String)] {
        let compared = Self.comparedHeaders.flatMap { name in
            headers.filter { $0.name == name }.map { ("header \(name)", $0.value) }
        }
        return [("status", String(status))] + compared + body.lines
    }

    var json: OrderedJSON {
        .object([
            ("status", .integer(status)),
            ("headers", .array(headers.map { .array([.string($0.name), .string($0.value)]) })), ("body", body.json),
        ])
    }
}

/// Words of header fields that are the same for everybody.
private enum RedactedWords {
    static let mediaTypes: Set = [
        "application/json", "application/x-www-form-urlencoded", "application/octet-stream", "application/xml",
        "text/html", "text/plain", "charset=utf-8", "charset=iso-8859-1", "charset=us-ascii",
    ]
    static let cacheDirectives: Set = [
        "max-age", "must-revalidate", "must-understand", "no-cache", "no-store", "no-transform", "private",
        "proxy-revalidate", "public", "s-maxage", "stale-if-error", "stale-while-revalidate", "immutable",
    ]
    static let methods: Set = ["delete", "get", "head", "options", "patch", "post", "put"]
    static let cookieAttributes: Set = [
        "domain", "expires", "httponly", "max-age", "partitioned", "path", "samesite", "samesite=lax", "samesite=none",
        "samesite=strict", "secure",
    ]
}
