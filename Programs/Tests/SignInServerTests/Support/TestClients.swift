import Crypto
import Foundation
import JSONWebTokens
import SignInFlows

/// The OpenID clients of the tests: a program on a server of the operator's own, and a page of somebody else.
enum TestClients {
    /// The secret of the confidential client.
    static let secret = "wJ3kq0Zr8mT1vX5yB7nC2dF4gH6jL9pQsUaEiOxYzKM"
    /// The origin of the public client's pages.
    static let origin = "https://notes.example.com"
    /// Where the clients receive codes.
    static let dashboardsURI = "https://dashboards.example.com/login/oauth"
    static let notesURI = origin + "/callback"
    /// Where a browser goes after a logout.
    static let farewellURI = "https://dashboards.example.com/bye"

    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8))))

    static let all = [dashboards, notes, android]

    /// Confidential, trusted, and without PKCE, like older programs.
    static let dashboards = OpenIDClient(
        id: "dashboards", name: "Dashboards", homeURL: "https://dashboards.example.com", kind: .confidential,
        redirectURIs: uris(dashboardsURI), postLogoutRedirectURIs: uris(farewellURI), webOrigins: [],
        secretHashes: [Array(SHA256.hash(data: Data(secret.utf8)))], codeChallenge: .optional,
        scopes: [.openid, .profile, .email], mayWorkOffline: false, refreshes: true, audience: nil,
        appleClient: "web", consent: .never, asksToContinue: false, idTokenClaims: .full,
        idTokenAlgorithm: .rs256, userName: .none, backchannelLogoutURI: nil, logoutTokenType: "logout+jwt")

    /// Public, and people are asked once.
    static let notes = OpenIDClient(
        id: "notes", name: "Notes & <More>", homeURL: "https://notes.example.com/?a=1&b=2", kind: .public,
        redirectURIs: uris(notesURI, "com.example.notes:/callback"), postLogoutRedirectURIs: [], webOrigins: [origin],
        secretHashes: [], codeChallenge: .required, scopes: [.openid, .profile, .email], mayWorkOffline: false,
        refreshes: false, audience: nil, appleClient: "web", consent: .once, asksToContinue: false,
        idTokenClaims: .full, idTokenAlgorithm: .rs256, userName: .none, backchannelLogoutURI: nil,
        logoutTokenType: "logout+jwt")

    /// The SHA-256 fingerprint of the certificate that signs the Android app.
    static let certificate = Array(repeating: "C4", count: 32).joined(separator: ":")

    /// An Android app of the operator's own, which opens links to this host.
    static let android = OpenIDClient(
        id: "android", name: "Notes for Android", homeURL: nil, kind: .public,
        redirectURIs: uris("http://localhost:8080/oauth/app"), postLogoutRedirectURIs: [], webOrigins: [],
        secretHashes: [], codeChallenge: .required, scopes: [.openid, .profile, .email], mayWorkOffline: true,
        refreshes: false, audience: nil, appleClient: "web", consent: .never, asksToContinue: true,
        idTokenClaims: .full, idTokenAlgorithm: .rs256, userName: .none, backchannelLogoutURI: nil,
        logoutTokenType: "logout+jwt",
        androidApp: AndroidApp(package: "com.example.notes", certificates: [certificate]))

    private static func uris(_ texts: String...) -> [RedirectURI] { texts.compactMap { RedirectURI($0) } }
}
