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
        let value: String =
            switch name {
            case "content-type": redaction.text(field.value.lowercased().filter { $0 != " " })
            case "cache-control", "pragma", "allow", "access-control-allow-origin", "www-authenticate", "server":
                redaction.text(field.value)
            case "location": redaction.url(field.value)
            case "retry-after", "content-length": "<number>"
            case "date", "expires", "last-modified": "<date>"
            case "set-cookie": cookie(field.value, redaction)
            default: "<text>"
            }
        return RecordingField(name: redaction.name(name), value: value)
    }

    /// A cookie's name and its attributes without values.
    private static func cookie(_ text: String, _ redaction: Redaction) -> String {
        let parts = text.split(separator: ";").map { part in
            part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)[0].filter { $0 != " " }
        }
        guard let name = parts.first else { return "<text>" }
        let known = ["secure", "httponly", "samesite", "path", "domain", "max-age", "expires"]
        return ([redaction.name(name) + "=<text>"] + parts.dropFirst().map { $0.lowercased() }.filter(known.contains))
            .joined(separator: "; ")
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
