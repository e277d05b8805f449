import HTTPServing

/// One way an endpoint can misbehave, and how often.
struct Fault: Sendable, Codable {
    let kind: Kind
    /// How many requests it affects. Nil means all until it is removed.
    var times: Int?
    /// The share of the requests that it affects, from 0 to 1, drawn from the seed. Nil means all.
    var share: Double?
    /// Limits it to requests of this client, so that parallel tests do not interfere with each other.
    var clientId: String?
    /// The kind of garbage, identity token or key set.
    var variant: String?
    var status: Int?
    /// The `error` to answer with, for the kind `error`.
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
    /// A number of bytes, levels or keys, depending on the kind.
    var size: Int?
    /// Whether the request takes effect before the fault. A code is then used up although no valid answer arrives.
    var afterProcessing: Bool?
    /// Whether `delay` and `gate` hold the request, so that it takes effect late, and not only its answer. It takes
    /// effect even if its sender has given up meanwhile.
    var beforeProcessing: Bool?
    /// Where in a dialogue it happens, for mail. Nil means where the kind usually does.
    var stage: MailStage?

    enum CodingKeys: CodingKey, CaseIterable {
        case kind, times, share, clientId, variant, status, error, body, contentType, headers, retryAfter, location
        case gate, intervalMs, delayMs, size, afterProcessing, beforeProcessing, stage
    }

    /// The names of the members in JSON.
    static let names = KnownNames(CodingKeys.allCases.map(\.stringValue.inSnakeCase))

    /// Whether the endpoint runs first. Faults that change the real answer need it.
    var runsEndpoint: Bool { kind.needsAnswer || variant.flatMap(Garbage.init)?.needsAnswer == true || after }
    private var after: Bool { afterProcessing ?? false }
    /// Whether the request is held before it takes effect.
    var holdsRequest: Bool { beforeProcessing ?? false }

    /// The name in the log and in lists.
    var name: String { variant.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }
}

extension Fault {
    enum Kind: String, Sendable, Codable, ListedValue {
        case status, error, delay, gate, drip, garbage, huge, endless, redirect, cut, forget
        case gzipBomb = "gzip_bomb"
        case halfHeaders = "half_headers"
        case hangUp = "hang_up"
        case identityToken = "identity_token"
        case keySet = "key_set"
        case noAddress = "no_address"
        case noListener = "no_listener"
        case certificateExpired = "certificate_expired"
        case certificateName = "certificate_name"
        case certificateAuthority = "certificate_authority"
        case handshakeReset = "handshake_reset"
        case handshakeSlow = "handshake_slow"
        case greylist, transformation, duplicate
        case bounceLater = "bounce_later"

        var needsAnswer: Bool {
            switch self {
            case .drip, .cut, .delay, .gate, .halfHeaders, .identityToken, .keySet, .noAddress, .noListener, .forget:
                true
            default: false
            }
        }

        /// The only endpoint where the kind makes sense. Nil means every endpoint that answers requests.
        var place: EndpointName? {
            switch self {
            case .identityToken: .token
            case .keySet: .keys
            case .forget: .migration
            case .noAddress, .noListener: .discovery
            case .certificateExpired, .certificateName, .certificateAuthority, .handshakeReset, .handshakeSlow:
                .connection
            case .greylist, .transformation, .duplicate, .bounceLater: .mail
            default: nil
            }
        }

        /// What happens, in a few words for the page.
        var sentence: String {
            switch self {
            case .status: "another status, with any body"
            case .error: "an error of Apple’s, or another"
            case .delay: "the real response, delayed"
            case .gate: "the response, once a gate opens"
            case .drip: "the response, byte by byte"
            case .garbage: "a response that cannot be parsed"
            case .huge: "a very large response"
            case .endless: "an endless response"
            case .gzipBomb: "a huge response, compressed"
            case .redirect: "a redirect"
            case .cut: "half a response, then a close"
            case .forget: "another transfer identifier than before"
            case .halfHeaders: "half a response head, then a close"
            case .hangUp: "a close without a response"
            case .identityToken: "an unusual identity token"
            case .keySet: "an unusual key set"
            case .noAddress: "endpoints under an unknown name"
            case .noListener: "endpoints where nobody listens"
            case .certificateExpired: "a certificate that ended yesterday"
            case .certificateName: "a certificate for another name"
            case .certificateAuthority: "a certificate that nobody trusts"
            case .handshakeReset: "a reset during the handshake"
            case .handshakeSlow: "a slow or waiting handshake"
            case .greylist: "a new sender must try again"
            case .transformation: "the relay cannot transform any address"
            case .duplicate: "a message arrives twice"
            case .bounceLater: "taken, and reported as undeliverable later"
            }
        }
    }

    enum Garbage: String, Sendable, CaseIterable {
        /// Neither JSON nor UTF-8. This is the default.
        case bytes
        case empty, html, array
        /// The first half of the real answer, with a matching content length.
        case truncated
        /// Every member of the real answer twice.
        case duplicates
        /// Arrays nested `size` deep.
        case nested

        var needsAnswer: Bool { self == .truncated || self == .duplicates }
    }

    /// The variants of a kind. Empty if it has none.
    static func variants(of kind: Kind) -> [String] {
        switch kind {
        case .garbage: Garbage.allCases.map(\.rawValue)
        case .identityToken: SpoiltIdentityToken.allCases.map(\.rawValue)
        case .keySet: SpoiltKeySet.allCases.map(\.rawValue)
        default: []
        }
    }
}
