import AccountStorage
package import JSONWebTokens

/// A client of the OpenID Provider, as configured (a *relying party* in OpenID Connect).
///
/// Immutable, and a class, so that each step of a request costs one reference instead of a copy of all its parts.
package final class OpenIDClient: Sendable {
    /// Whether a client can keep a secret (RFC 6749 section 2.1).
    package enum Kind: String, Sendable, CaseIterable {
        /// An app, a desktop program or a page: everybody can read a secret in it.
        case `public`
        /// A program on a server.
        case confidential
    }

    /// Whether an authorization request needs a code challenge (RFC 7636).
    package enum CodeChallengePolicy: String, Sendable, CaseIterable {
        case required, optional
    }

    /// When a person is asked whether the client may receive data about them.
    package enum ConsentPolicy: String, Sendable, CaseIterable {
        /// Never: the client belongs to the operator.
        case never
        /// Once, and again when the client asks for more.
        case once
    }

    /// Where the claims of the scopes are.
    package enum ClaimPlacement: String, Sendable, CaseIterable {
        /// In the ID token and at the userinfo endpoint, because many clients never ask that.
        case full
        /// At the userinfo endpoint only (OpenID Connect Core section 5.4).
        case lean
    }

    /// What the claim `preferred_username` contains.
    package enum UserName: String, Sendable, CaseIterable {
        case none, email
    }

    /// The `client_id`.
    package let id: String
    /// The name that people read.
    package let name: String
    /// The client's own start page.
    package let homeURL: String?
    /// Whether the client has a secret.
    package let kind: Kind
    /// Where codes may be sent.
    package let redirectURIs: [RedirectURI]
    /// Where a browser may be sent after a logout.
    package let postLogoutRedirectURIs: [RedirectURI]
    /// The origins whose pages may call the token endpoint.
    package let webOrigins: Set<String>
    /// The SHA-256 of each valid secret. A secret has 256 random bits, so its hash need not be slow.
    package let secretHashes: [[UInt8]]
    /// Whether a code challenge is required.
    package let codeChallenge: CodeChallengePolicy
    /// The scopes that the client may receive, besides `offline_access`.
    package let scopes: OpenIDScopes
    /// Whether the client may receive `offline_access`.
    package let mayWorkOffline: Bool
    /// Whether the client receives a refresh token that ends with the browser's session.
    package let refreshes: Bool
    /// The audience of its access tokens; nil for the userinfo endpoint.
    package let audience: String?
    /// The configured name of the client, of kind `web` or `android`, with which people sign in at Apple.
    package let appleClient: String
    /// When people are asked for consent.
    package let consent: ConsentPolicy
    /// Whether a page names the client before every code.
    package let asksToContinue: Bool
    /// Where the claims of the scopes are.
    package let idTokenClaims: ClaimPlacement
    /// How its ID tokens and logout tokens are signed.
    package let idTokenAlgorithm: SignatureAlgorithm
    /// What `preferred_username` contains.
    package let userName: UserName
    /// Where the end of a session is reported; nil if nowhere.
    package let backchannelLogoutURI: String?
    /// The `typ` of its logout tokens.
    package let logoutTokenType: String
    /// The Android app that may open links to this host; nil for none.
    package let androidApp: AndroidApp?
    /// All scopes that the client may receive.
    private let receivableScopes: OpenIDScopes

    /// Describes one client.
    package init(
        id: String, name: String, homeURL: String?, kind: Kind, redirectURIs: [RedirectURI],
        postLogoutRedirectURIs: [RedirectURI], webOrigins: Set<String>, secretHashes: [[UInt8]],
        codeChallenge: CodeChallengePolicy, scopes: OpenIDScopes, mayWorkOffline: Bool, refreshes: Bool,
        audience: String?, appleClient: String, consent: ConsentPolicy, asksToContinue: Bool,
        idTokenClaims: ClaimPlacement, idTokenAlgorithm: SignatureAlgorithm, userName: UserName,
        backchannelLogoutURI: String?, logoutTokenType: String, androidApp: AndroidApp? = nil
    ) {
        self.id = id
        self.name = name
        self.homeURL = homeURL
        self.kind = kind
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.webOrigins = webOrigins
        self.secretHashes = secretHashes
        self.codeChallenge = codeChallenge
        self.scopes = scopes
        self.mayWorkOffline = mayWorkOffline
        self.refreshes = refreshes
        self.audience = audience
        self.appleClient = appleClient
        self.consent = consent
        self.asksToContinue = asksToContinue
        self.idTokenClaims = idTokenClaims
        self.idTokenAlgorithm = idTokenAlgorithm
        self.userName = userName
        self.backchannelLogoutURI = backchannelLogoutURI
        self.logoutTokenType = logoutTokenType
        self.androidApp = androidApp
        receivableScopes = scopes.union([.openid]).union(mayWorkOffline ? [.offlineAccess] : [])
    }
}

extension OpenIDClient {
    /// Those of the scopes that the client may receive today, in their order. The configuration can have changed since
    /// they were granted.
    func allowed(of scope: OpenIDScopes) -> OpenIDScopes {
        scope.intersection(receivableScopes)
    }

    /// Whether the client may renew a session today.
    func mayRenew(_ granted: ClientSession) -> Bool {
        granted.isDetached ? mayWorkOffline : refreshes
    }
}

/// The clients of the OpenID Provider, by `client_id`.
package struct OpenIDClientDirectory: Sendable {
    private let clientsByID: [String: OpenIDClient]

    /// Collects clients. If two have the same id, the first is kept; the configuration refuses such a pair before.
    package init(_ clients: [OpenIDClient]) {
        clientsByID = Dictionary(clients.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Finds a client by its `client_id`.
    ///
    /// Octet by octet: for a dictionary, canonically equivalent texts are equal.
    package func find(_ id: String) -> OpenIDClient? {
        clientsByID[id].flatMap { $0.id.utf8.elementsEqual(id.utf8) ? $0 : nil }
    }

    /// All clients, ordered by id.
    package var all: [OpenIDClient] { clientsByID.values.sorted { $0.id < $1.id } }
}
