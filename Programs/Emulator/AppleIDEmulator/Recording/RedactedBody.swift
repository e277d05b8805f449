import JSONWebTokens

/// The shape of an answer's body.
enum RedactedBody: Sendable {
    case empty
    /// A JSON object.
    case object(OrderedJSON)
    /// A page: the errors of OAuth and the texts of Apple that occur on it. The page itself is never kept.
    case page([String])
    /// Something else, in a few words.
    case other(String)

    init(_ response: RecordingResponse, _ redaction: Redaction) {
        guard let bytes = response.body else {
            self = .other("larger than \(RecordingClient.maximumAnswer) bytes")
            return
        }
        let limits = TokenLimits(maximumBytes: RecordingClient.maximumAnswer)
        if bytes.isEmpty {
            self = .empty
        } else if let object = try? StrictJSONReader.readObject(bytes, limits: limits) {
            self = .object(Self.redacted(.object(object), "", redaction))
        } else if response.header("content-type")?.lowercased().hasPrefix("text/html") == true {
            self = .page(Self.words(of: String(decoding: bytes, as: UTF8.self)))
        } else {
            let isJSON = response.header("content-type")?.lowercased().contains("json") == true
            self = .other(isJSON ? "not a JSON object" : "neither JSON nor a page")
        }
    }

    /// Members whose values are shown: errors, and what discovery and key sets publish.
    private static let shown: Set = [
        "alg", "authorization_endpoint", "claims_supported", "code_challenge_methods_supported", "crv", "e", "error",
        "error_description", "id_token_signing_alg_values_supported", "issuer", "jwks_uri", "kty",
        "response_modes_supported", "response_types_supported", "revocation_endpoint", "scopes_supported",
        "subject_types_supported", "token_endpoint", "token_endpoint_auth_methods_supported", "token_type", "use",
    ]

    private static func redacted(_ value: JSONValue, _ name: String, _ redaction: Redaction) -> OrderedJSON {
        switch value {
        case .object(let object):
            return .object(object.members.map { (redaction.name($0.name), redacted($0.value, $0.name, redaction)) })
        case .array(let values):
            // the number of keys in a set changes, their kinds do not
            var distinct: [OrderedJSON] = []
            for value in values.map({ redacted($0, name, redaction) })
            where !distinct.contains(where: { $0.text == value.text }) {
                distinct.append(value)
            }
            return .array(distinct)
        case .string(let text):
            if let token = RedactedToken.read(text, redaction) { return token }
            guard shown.contains(name) else { return .string(Redaction.mark(for: name)) }
            return .string(name == "error_description" ? redaction.text(text) : redaction.word(text))
        case .number(let number):
            // how long an access token lives is the same for everybody
            return name == "expires_in" ? .integer(number.integer ?? 0) : .string("<number>")
        case .bool, .null: return RedactedToken.kind(of: value, name)
        }
    }

    private static let pageWords = [
        "invalid_client", "invalid_grant", "invalid_request", "invalid_scope", "unauthorized_client",
        "unsupported_grant_type", "unsupported_response_type", "Invalid web redirect url", "Invalid response mode",
        "Invalid response type", "Application is not authorized to access the requested information",
        "response_mode must be form_post when name or email scope is requested",
    ]

    private static func words(of page: String) -> [String] { pageWords.filter { page.contains($0) } }

    /// As JSON.
    var json: OrderedJSON {
        switch self {
        case .empty: .string("<empty>")
        case .object(let object): object
        case .page(let words): .object([("<page>", .array(words.map { .string($0) }))])
        case .other(let what): .string("<\(what)>")
        }
    }

    /// What a person compares: a line for each member, by its place.
    var lines: [(place: String, value: String)] {
        switch self {
        case .empty: [("body", "empty")]
        case .object(let object): Self.lines(of: object, "body")
        case .page(let words):
            [("body", "a page"), ("page names", words.isEmpty ? "no error" : words.joined(separator: "; "))]
        case .other(let what): [("body", what)]
        }
    }

    private static func lines(of value: OrderedJSON, _ place: String) -> [(place: String, value: String)] {
        switch value {
        case .object(let members) where !members.isEmpty: members.flatMap { lines(of: $0.value, place + "." + $0.name) }
        case .array(let values) where values.contains(where: \.isObject):
            values.flatMap { lines(of: $0, place + "[]") }
        default: [(place, value.text)]
        }
    }
}

extension OrderedJSON {
    fileprivate var isObject: Bool {
        if case .object = self { true } else { false }
    }
}
