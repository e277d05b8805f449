import Foundation

/// An authorization request whose client, redirect URI and parameters were checked (OpenID Connect Core section
/// 3.1.2.2). Only ``AuthorizationParameters`` creates one.
struct ProvenAuthorizationRequest: Sendable {
    /// What the provider may have to show the person.
    struct Prompt: OptionSet, Sendable {
        let rawValue: Int
        static let none = Prompt(rawValue: 1)
        static let login = Prompt(rawValue: 2)
        static let consent = Prompt(rawValue: 4)

        /// Reads the parameter; nil if `none` is not alone or a value is unknown.
        init?(parameter: String?) {
            self = []
            for value in (parameter ?? "").utf8.split(separator: UInt8(ascii: " ")) {
                switch String(decoding: value, as: UTF8.self) {
                case "none": insert(.none)
                // Apple has no account chooser, so another account can only be chosen with a new sign-in there.
                case "login", "select_account": insert(.login)
                case "consent": insert(.consent)
                default: return nil
                }
            }
            if contains(.none), self != .none { return nil }
        }

        init(rawValue: Int) { self.rawValue = rawValue }
    }

    let client: OpenIDClient
    let address: ReturnAddress
    /// Whether a page has to name the client before it gets a code.
    let isClaimable: Bool
    /// The granted scopes, in the order of the request.
    let scope: OpenIDScopes
    let nonce: String?
    let codeChallenge: String?
    let prompt: Prompt
    /// Seconds since the sign-in; nil for any age.
    let maximumAge: Int?
    /// The account of the request's `id_token_hint`, as text; nil without one.
    let hint: String?
    /// The accounts of which the client expects one, as text; nil for any.
    let subjects: Set<String>?
    let claims: RequestedClaims
    /// The parameters as they arrived.
    let parameters: OAuthParameters

    init(
        client: OpenIDClient, address: ReturnAddress, isClaimable: Bool, scope: OpenIDScopes, nonce: String?,
        codeChallenge: String?, prompt: Prompt, maximumAge: Int?, hint: String?, subjects: Set<String>?,
        claims: RequestedClaims, parameters: OAuthParameters
    ) {
        self.client = client
        self.address = address
        self.isClaimable = isClaimable
        self.scope = scope
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.prompt = prompt
        self.maximumAge = maximumAge
        self.hint = hint
        self.subjects = subjects
        self.claims = claims
        self.parameters = parameters
    }
}

/// Where an answer goes, and how.
struct ReturnAddress: Sendable {
    let client: String
    let redirectURI: String
    let mode: ResponseMode
    let state: String?
    let issuer: String

    func answer(code: String) -> AuthorizationAnswer {
        answer([("code", code)], error: nil)
    }

    func answer(_ error: ErrorCode) -> AuthorizationAnswer {
        let parameters: [(name: String, value: String)] = [
            ("error", error.oauth), ("error_description", error.oauthDescription),
            ("error_uri", issuer + "/errors#" + error.name),
        ]
        return answer(parameters, error: error)
    }

    /// `iss` is in every answer, errors included (RFC 9207 section 2).
    private func answer(_ own: [(name: String, value: String)], error: ErrorCode?) -> AuthorizationAnswer {
        var parameters = own
        if let state { parameters.append((name: "state", value: state)) }
        parameters.append((name: "iss", value: issuer))
        return AuthorizationAnswer(
            client: client, redirectURI: redirectURI, mode: mode, parameters: parameters, error: error)
    }
}

/// Why an authorization request is not answered with a code.
enum AuthorizationFault: Error {
    /// It is unknown who asked, so a page says it (RFC 6749 section 4.1.2.1).
    case page(ErrorCode)
    /// The client is told.
    case answer(AuthorizationAnswer)
}
