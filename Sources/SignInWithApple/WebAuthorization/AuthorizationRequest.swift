/// A request to Apple's authorization page. Combinations that Apple refuses cannot be expressed.
///
/// Source: Apple, "Request an authorization to the Sign in with Apple server".
public struct AuthorizationRequest: Sendable, Equatable {
    /// What the person may be asked to share at the first sign-in.
    public enum Scope: String, Sendable, CaseIterable {
        /// The name, which comes once and unsigned (`FirstSignInUser`).
        case name
        /// The address, or a relay address instead. It comes in the identity token.
        case email
    }

    /// What comes back, and how. Scopes exist only with a form post, because Apple refuses them with any other mode. An
    /// identity token never comes in a query.
    public enum Response: Sendable, Equatable {
        /// Code and identity token, posted as a form.
        case formPost(scopes: Set<Scope>)
        /// Code alone, posted as a form.
        case formPostCodeOnly(scopes: Set<Scope>)
        /// Code and identity token in the fragment, for scripts.
        case fragment
        /// Code alone in the fragment.
        case fragmentCodeOnly
        /// Code alone in the query.
        case query
    }

    /// The Services ID.
    public let client: ClientID
    /// The redirect URI as registered. Apple compares it character by character.
    public let redirectURI: String
    /// What comes back and how.
    public let response: Response
    /// Comes back unchanged, and binds the answer to the browser that made the request.
    public let state: String
    /// Comes back inside the identity token.
    public let nonce: String
    /// An S256 code challenge (RFC 7636). Apple supports it without documenting it.
    public let codeChallenge: String?

    /// Creates any request that Apple can answer.
    public init(
        client: ClientID, redirectURI: String, response: Response, state: String, nonce: String,
        codeChallenge: String? = nil
    ) {
        self.client = client
        self.redirectURI = redirectURI
        self.response = response
        self.state = state
        self.nonce = nonce
        self.codeChallenge = codeChallenge
    }

    /// Creates the usual web sign-in: code and identity token, posted as a form.
    public init(client: ClientID, redirectURI: String, scopes: Set<Scope>, state: String, nonce: String) {
        self.init(
            client: client, redirectURI: redirectURI, response: .formPost(scopes: scopes), state: state, nonce: nonce)
    }

    /// The URL to send the browser to.
    public func url(endpoints: AppleEndpoints) -> String {
        endpoints.authorize + "?" + FormEncoding.encode(parameters)
    }

    /// In the order of Apple's example ("Incorporating Sign in with Apple into other platforms"), followed by the
    /// nonce.
    private var parameters: [(name: String, value: String)] {
        var parameters = [
            (name: "client_id", value: client.rawValue),
            (name: "redirect_uri", value: redirectURI),
            (name: "response_type", value: response.type),
        ]
        // In the order of the declaration, so that equal requests have equal addresses.
        let scopes = Scope.allCases.filter(response.scopes.contains).map(\.rawValue)
        if !scopes.isEmpty {
            parameters.append((name: "scope", value: scopes.joined(separator: " ")))
        }
        parameters.append((name: "response_mode", value: response.mode))
        parameters.append((name: "state", value: state))
        parameters.append((name: "nonce", value: nonce))
        if let codeChallenge {
            parameters.append((name: "code_challenge", value: codeChallenge))
            parameters.append((name: "code_challenge_method", value: "S256"))
        }
        return parameters
    }
}

extension AuthorizationRequest.Response {
    fileprivate var type: String {
        switch self {
        case .formPost, .fragment: "code id_token"
        case .formPostCodeOnly, .fragmentCodeOnly, .query: "code"
        }
    }

    fileprivate var mode: String {
        switch self {
        case .formPost, .formPostCodeOnly: "form_post"
        case .fragment, .fragmentCodeOnly: "fragment"
        case .query: "query"
        }
    }

    fileprivate var scopes: Set<AuthorizationRequest.Scope> {
        switch self {
        case .formPost(let scopes), .formPostCodeOnly(let scopes): scopes
        case .fragment, .fragmentCodeOnly, .query: []
        }
    }
}
