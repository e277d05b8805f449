import AccountStorage
import Crypto
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

extension OpenIDClient {
    /// The secret of the confidential sample clients.
    static let sampleSecret = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I"

    /// A client on a server, unless the arguments say otherwise.
    static func sample(
        _ id: String = "shop", kind: Kind = .confidential, redirectURIs: [String] = ["https://shop.example.com/cb"],
        postLogoutRedirectURIs: [String] = ["https://shop.example.com/bye"],
        codeChallenge: CodeChallengePolicy = .required, scopes: OpenIDScopes = [.openid, .profile, .email],
        mayWorkOffline: Bool = false, refreshes: Bool = true, audience: String? = nil, appleClient: String = "web",
        consent: ConsentPolicy = .never, asksToContinue: Bool = false, idTokenClaims: ClaimPlacement = .full,
        idTokenAlgorithm: SignatureAlgorithm = .rs256, userName: UserName = .none, backchannelLogoutURI: String? = nil,
        logoutTokenType: String = "logout+jwt"
    ) -> OpenIDClient {
        OpenIDClient(
            id: id, name: id.capitalized, homeURL: nil, kind: kind,
            redirectURIs: redirectURIs.compactMap { RedirectURI($0) },
            postLogoutRedirectURIs: postLogoutRedirectURIs.compactMap { RedirectURI($0) }, webOrigins: [],
            secretHashes: kind == .confidential ? [Array(SHA256.hash(data: Data(sampleSecret.utf8)))] : [],
            codeChallenge: codeChallenge, scopes: scopes, mayWorkOffline: mayWorkOffline, refreshes: refreshes,
            audience: audience, appleClient: appleClient, consent: consent, asksToContinue: asksToContinue,
            idTokenClaims: idTokenClaims, idTokenAlgorithm: idTokenAlgorithm, userName: userName,
            backchannelLogoutURI: backchannelLogoutURI, logoutTokenType: logoutTokenType)
    }
}

/// A client that knows the protocol: it keeps its verifier, and reads what comes back.
struct RelyingParty: Sendable {
    let world: World
    let client: OpenIDClient
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    static var challenge: String { Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))) }

    /// The parameters of an authorization request; a change without a value removes the parameter.
    func request(_ changes: [String: String?] = [:]) -> OAuthParameters {
        var parameters: [String: String] = [
            "client_id": client.id, "redirect_uri": client.redirectURIs.first?.text ?? "", "response_type": "code",
            "scope": "openid profile email", "state": "s1", "nonce": "n1", "code_challenge": Self.challenge,
            "code_challenge_method": "S256",
        ]
        for (name, value) in changes { parameters[name] = value }
        return OAuthParameters(parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) })
    }

    func begin(_ changes: [String: String?] = [:], as session: SignedInSession?) async throws -> AuthorizationOutcome {
        try await AuthorizationRequests(world.environment).begin(request(changes), session: session)
    }

    /// A code for a person who is signed in.
    func code(_ changes: [String: String?] = [:], as session: SignedInSession) async throws -> String {
        try #require(try await begin(changes, as: session).answer?["code"])
    }

    var credentials: ClientCredentials {
        get throws {
            let secret = client.kind == .confidential ? OpenIDClient.sampleSecret : ""
            return try ClientCredentials(
                authorization: [],
                parameters: OAuthParameters([("client_id", client.id), ("client_secret", secret)]))
        }
    }

    func redeem(_ code: String, _ changes: [String: String?] = [:]) async throws -> ReceivedTokens {
        var parameters: [String: String] = [
            "code": code, "redirect_uri": client.redirectURIs.first?.text ?? "", "code_verifier": Self.verifier,
        ]
        for (name, value) in changes { parameters[name] = value }
        let reply = try await CodeRedemption(world.environment).redeem(
            OAuthParameters(parameters.map { (name: $0.key, value: $0.value) }), by: credentials)
        return try ReceivedTokens(reply, world)
    }

    /// The whole flow for a person who is signed in.
    func tokens(_ changes: [String: String?] = [:], as session: SignedInSession) async throws -> ReceivedTokens {
        try await redeem(code(changes, as: session))
    }

    func renew(_ refreshToken: String?, scope: String? = nil) async throws -> ReceivedTokens {
        let reply = try await ClientSessionRenewal(world.environment).renew(
            OAuthParameters([("refresh_token", refreshToken ?? ""), ("scope", scope ?? "")]), by: credentials)
        return try ReceivedTokens(reply, world)
    }

    func userInfo(_ tokens: ReceivedTokens) async throws -> JSONObject {
        try StrictJSONReader.readObject(
            await UserInformation(world.environment).read(accessToken: tokens.accessToken), limits: .standard)
    }
}

/// The reply of the token endpoint, with the ID token verified as a client would.
struct ReceivedTokens: Sendable {
    let members: JSONObject
    let idToken: JSONObject
    let header: JSONObject

    init(_ reply: TokenResponse, _ world: World) throws {
        members = try StrictJSONReader.readObject(reply.json, limits: .standard)
        let jws = try CompactJWS(members.text("id_token") ?? "")
        let keys = try JSONWebKeySet(json: world.environment.publicKeySetJSON)
        let algorithm = try #require(jws.header.algorithm)
        let key = try #require(keys.key(withID: jws.header.keyID ?? "", algorithm: algorithm))
        #expect(jws.isSigned(by: key))
        idToken = try jws.claims()
        header = jws.header.members
    }

    var accessToken: String { members.text("access_token") ?? "" }
    var refreshToken: String? { members.text("refresh_token") }
    var sid: SessionID? { idToken.text("sid").flatMap { SessionID(text: $0) } }
}

extension AuthorizationOutcome {
    /// The parameters of an answer; nil if it is none.
    var answer: [String: String]? {
        guard case .answer(let answer) = self else { return nil }
        return Dictionary(answer.parameters.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// The signed request of a sign-in or a question.
    var pending: String? {
        switch self {
        case .answer: nil
        case .signIn(_, let path): AuthorizationRequests.request(inReturnPath: path)
        case .ask(let question): question.request
        }
    }

    /// Where a sign-in returns to; nil if there is none.
    var returnPath: String? {
        guard case .signIn(_, let path) = self else { return nil }
        return path
    }

    var isSignIn: Bool {
        guard case .signIn = self else { return false }
        return true
    }

    var question: AuthorizationQuestion? {
        guard case .ask(let question) = self else { return nil }
        return question
    }
}

extension World {
    /// One key for all tests, because making it takes a while.
    private static let idTokenKey = Result { try SigningKey.makeRS256(keyID: "rsa-1") }

    static func provider(_ clients: [OpenIDClient], _ accessTokens: AccessTokens) throws -> OpenIDProvider {
        let idTokens = try #require(IDTokens(signingKey: idTokenKey.get(), accessTokens: accessTokens))
        return OpenIDProvider(clients: OpenIDClientDirectory(clients), idTokens: idTokens)
    }

    /// A person who signs in in a browser, and the session of their cookie.
    func browserSession(
        _ person: Person = .ann, replacing cookie: String? = nil
    ) async throws -> (session: SignedInSession, cookie: String) {
        let browser = try await beginWeb()
        let outcome = try await WebSignIn(environment).complete(
            form(person, browser, name: nil), browserProof: browser.begun.browserProof, replacing: cookie)
        let signedIn = try #require(outcome.signedIn)
        let session = try await SessionAuthentication(environment).authenticate(sessionCookie: signedIn.sessionCookie)
        return (session, signedIn.sessionCookie)
    }

    /// The same for a person who signs in for an authorization request, and the request that the browser returns with.
    func browserSession(
        _ person: Person = .ann, replacing cookie: String? = nil, returningTo path: String
    ) async throws -> (session: SignedInSession, cookie: String, request: String) {
        let browser = try await beginWeb(returnTo: path)
        let outcome = try await WebSignIn(environment).complete(
            form(person, browser, name: nil), browserProof: browser.begun.browserProof, replacing: cookie)
        let signedIn = try #require(outcome.signedIn)
        let session = try await SessionAuthentication(environment).authenticate(sessionCookie: signedIn.sessionCookie)
        let request = try #require(AuthorizationRequests.request(inReturnPath: outcome.returnTarget))
        return (session, signedIn.sessionCookie, request)
    }

    /// A client's session.
    func session(of tokens: ReceivedTokens) async throws -> Session {
        let id = try #require(tokens.sid)
        return try #require(await session(id))
    }

    /// Whether a client's session is live.
    func isLive(_ tokens: ReceivedTokens) async throws -> Bool {
        try await session(of: tokens).isLive(at: clock.now)
    }

    /// The clients' sessions whose clients have yet to be told of their end.
    func dueNotices() async throws -> Set<SessionID> {
        let now = clock.now
        return try await Set(
            read { transaction throws(StorageFailure) in
                var found: [SessionID] = []
                for client in try transaction.findClientsToNotify(at: now) {
                    let notices = try transaction.takeLogoutNotices(
                        of: client, dueAt: now, returnsAt: now, limit: 100)
                    found += notices.map(\.session.id)
                }
                return found
            })
    }
}
