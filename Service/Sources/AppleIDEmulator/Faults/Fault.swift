/// One way an endpoint can misbehave, and how often.
struct Fault: Sendable, Codable {
    let kind: Kind
    /// How many requests it meets; nil means all until it is cleared.
    var times: Int?
    /// Which share of the requests it meets, from 0 to 1, drawn from the seed; nil is all.
    var share: Double?
    /// Only requests of this client; parallel tests keep out of each other's way with it.
    var clientId: String?
    /// Which garbage, which identity token, which key set.
    var variant: String?
    var status: Int?
    /// The `error` of kind `error`.
    var error: String?
    var body: String?
    var contentType: String?
    var headers: [String: String]?
    /// Seconds for `Retry-After`.
    var retryAfter: Int?
    var location: String?
    var gate: String?
    var intervalMs: Int?
    var delayMs: Int?
    /// Bytes, levels or keys, as the kind has it.
    var size: Int?
    /// Whether the request takes effect before it goes wrong: a code is then spent although no answer came.
    var afterProcessing: Bool?

    /// Faults that change the real answer need one.
    var runsEndpoint: Bool { kind.needsAnswer || variant.flatMap(Garbage.init)?.needsAnswer == true || after }
    private var after: Bool { afterProcessing ?? false }

    /// What the log and lists call it.
    var name: String { variant.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

extension Fault {
    enum Kind: String, Sendable, Codable, CaseIterable {
        case status, error, delay, gate, drip, garbage, huge, endless, redirect, cut
        case gzipBomb = "gzip_bomb"
        case halfHeaders = "half_headers"
        case hangUp = "hang_up"
        case identityToken = "identity_token"
        case keySet = "key_set"

        var needsAnswer: Bool {
            switch self {
            case .drip, .cut, .delay, .gate, .halfHeaders, .identityToken, .keySet: true
            default: false
            }
        }

        /// What happens, for the page.
        var sentence: String {
            switch self {
            case .status: "another status, with any body"
            case .error: "one of Apple’s errors, or an unknown one"
            case .delay: "the real response, delayed"
            case .gate: "the real response, once the gate is opened"
            case .drip: "the real response, one byte at a time"
            case .garbage: "a response that cannot be parsed"
            case .huge: "a very large response"
            case .endless: "an endless response"
            case .gzipBomb: "a small response that decompresses to a huge one"
            case .redirect: "a redirect"
            case .cut: "half of the real response, then the connection closes"
            case .halfHeaders: "half of the response head, then the connection closes"
            case .hangUp: "the connection closes without a response"
            case .identityToken: "a token response with an unusual identity token"
            case .keySet: "an unusual key set"
            }
        }
    }

    enum Garbage: String, Sendable, CaseIterable {
        /// Neither JSON nor UTF-8; the default.
        case bytes
        case empty, html, array
        /// Half of the real answer, under its own length.
        case truncated
        /// Every member of the real answer twice.
        case duplicates
        /// Arrays in arrays, `size` deep.
        case nested

        var needsAnswer: Bool { self == .truncated || self == .duplicates }
    }

    /// The variants of a kind; empty where it has none.
    static func variants(of kind: Kind) -> [String] {
        switch kind {
        case .garbage: Garbage.allCases.map(\.rawValue)
        case .identityToken: SpoiltIdentityToken.allCases.map(\.rawValue)
        case .keySet: SpoiltKeySet.allCases.map(\.rawValue)
        default: []
        }
    }
}
