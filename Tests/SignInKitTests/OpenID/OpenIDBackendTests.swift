import Foundation
import Testing

@testable import SignInKit

/// An app without the capability signs in in the browser, as a client of the service's OpenID Provider.
@Suite(.timeLimit(.minutes(10))) struct OpenIDBackendTests {
    private let server = StandInService()
    private let token = "POST /oauth/token"
    private let userInfo = "GET /oauth/userinfo"

    private struct Tokens: Encodable, Sendable {
        var accessToken = "access-1"
        var refreshToken: String? = "refresh-1"
        var expiresIn = 300

        enum CodingKeys: String, CodingKey {
            case accessToken = "access_token"
            case refreshToken = "refresh_token"
            case expiresIn = "expires_in"
        }
    }

    private struct Person: Encodable, Sendable {
        var email: String? = "grace@example.com"
        var isEmailVerified: Bool? = true
        var isPrivateEmail: Bool?
        var sub = "account-1"
        var givenName = "Grace"
        var familyName = "Hopper"

        enum CodingKeys: String, CodingKey {
            case sub, email
            case isEmailVerified = "email_verified"
            case isPrivateEmail = "is_private_email"
            case givenName = "given_name"
            case familyName = "family_name"
        }
    }

    private func backend(_ issuer: String = "https://id.example.com") throws -> OpenIDBackend {
        try OpenIDBackend(
            issuer: try AppUnderTest.address(issuer), client: "notes",
            redirect: try AppUnderTest.address("com.example.notes:/callback"), transport: server)
    }

    private func authorization() throws -> WebAuthorization { try backend().authorization(Sample.attempt) }

    private func callback(_ query: String) throws -> URL {
        try AppUnderTest.address("com.example.notes:/callback?" + query)
    }

    /// The answer of this issuer to this sign-in.
    private func answer(_ rest: String, _ authorization: WebAuthorization) throws -> URL {
        try callback("state=\(authorization.state)&iss=https://id.example.com&\(rest)")
    }

    private func form(_ route: String) async throws -> [String: String] {
        let calls = await server.calls.filter { $0.route == route }
        let body = try #require(calls.last?.body)
        let items = URLComponents(string: "?" + String(decoding: body, as: UTF8.self))?.queryItems ?? []
        return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
    }

    // MARK: The browser

    @Test(arguments: ["https://id.example.com", "https://id.example.com/"])
    func `the browser opens the authorization endpoint with PKCE and a state`(issuer: String) throws {
        let opened = try backend(issuer).authorization(Sample.attempt)
        #expect(opened.address.absoluteString.hasPrefix("https://id.example.com/oauth/authorize?"))
        let items = URLComponents(url: opened.address, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let values = Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
        #expect(
            values == [
                "response_type": "code", "client_id": "notes", "redirect_uri": "com.example.notes:/callback",
                "scope": "openid profile email offline_access", "state": Sample.attempt.state,
                "code_challenge": WebAuthorization.challenge(Sample.attempt.nonce.exposed),
                "code_challenge_method": "S256",
            ])
        #expect(opened.issuer == "https://id.example.com")
    }

    @Test func `the challenge is that of the standard's example`() {
        // RFC 7636, appendix B.
        #expect(
            WebAuthorization.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `a code counts with the state of this sign-in and from this issuer`() throws {
        let opened = try authorization()
        #expect(try opened.code(in: try answer("code=c", opened)) == Secret("c"))
        for query in [
            "code=c&iss=https://id.example.com&state=other", "code=c&iss=https://id.example.com",
            "code=c&state=\(opened.state)", "code=c&state=\(opened.state)&iss=https://evil.example",
            "code=c&state=\(opened.state)&state=\(opened.state)&iss=https://id.example.com",
        ] {
            #expect(throws: SignInFailure.stateMismatch, "\(query)") { try opened.code(in: try callback(query)) }
        }
    }

    @Test func `a refusal keeps its code, and a person who says no is no failure of the service`() throws {
        let opened = try authorization()
        func failure(_ rest: String) throws -> SignInFailure? {
            let address = try answer(rest, opened)
            return #expect(throws: SignInFailure.self) { try opened.code(in: address) }
        }
        #expect(try failure("error=access_denied") == .sheet(.canceled))
        #expect(try failure("error=server_error") == .refused(code: "server_error", requestID: ""))
        #expect(try failure("error=%3Cb%3E") == .refused(code: "authorization_refused", requestID: ""))
        #expect(try failure("code=") == .credentialIncomplete)
        #expect(try failure("code=a&code=b") == .credentialIncomplete)
    }

    // MARK: The session

    @Test func `the code is exchanged with the verifier, and userinfo says who it is`() async throws {
        try await server.answer(token, Tokens())
        try await server.answer(userInfo, Person())
        let opened = try authorization()
        let session = try await backend().session(for: try answer("code=c%2B1", opened), of: opened)
        #expect(session.accessToken == Secret("access-1") && session.refreshToken == Secret("refresh-1"))
        #expect(session.expiresIn == 300)
        #expect(session.account.id == "account-1" && session.account.name == Sample.grace)
        #expect(session.account.isEmailVerified && !session.account.isPrivateEmail)
        #expect(
            try await form(token) == [
                "grant_type": "authorization_code", "code": "c+1", "client_id": "notes",
                "redirect_uri": "com.example.notes:/callback", "code_verifier": Sample.attempt.nonce.exposed,
            ])
        let calls = await server.calls
        #expect(calls.first?.fields["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(calls.last?.accessToken == "access-1" && calls.last?.fields["Content-Type"] == nil)
    }

    @Test func `an address counts as proven only if the service says so`() async throws {
        try await server.answer(token, Tokens())
        try await server.answer(userInfo, Person(isEmailVerified: nil, isPrivateEmail: true))
        let opened = try authorization()
        let account = try await backend().session(for: try answer("code=c", opened), of: opened).account
        #expect(!account.isEmailVerified && account.isPrivateEmail)
    }

    @Test func `a service that fails is not taken for a code that is over`() async throws {
        try await server.refuse(token, "server_error", status: 500)
        let opened = try authorization()
        let address = try answer("code=c", opened)
        let failure = await #expect(throws: SignInFailure.self) {
            try await backend().session(for: address, of: opened)
        }
        #expect(failure != .attemptExpired)
    }

    @Test func `a code that is over asks for another sign-in`() async throws {
        try await server.refuse(token, "invalid_grant", status: 400)
        let opened = try authorization()
        let address = try answer("code=c", opened)
        await #expect(throws: SignInFailure.attemptExpired) {
            try await backend().session(for: address, of: opened)
        }
    }

    private let session = BackendSession(
        accessToken: Secret("access-1"), expiresIn: 300, refreshToken: Secret("refresh-1"),
        account: SignInAccount(id: "account-1"))

    @Test func `a session is renewed, and ends if the service knows it no longer`() async throws {
        try await server.answer(token, Tokens(accessToken: "access-2", refreshToken: nil))
        let renewed = try await backend().renew(session)
        #expect(renewed.accessToken == Secret("access-2") && renewed.refreshToken == nil)
        #expect(renewed.account == session.account)
        #expect(
            try await form(token) == [
                "grant_type": "refresh_token", "refresh_token": "refresh-1", "client_id": "notes",
            ])
        await server.forget(token)
        try await server.refuse(token, "invalid_grant", status: 400)
        await #expect(throws: SignInFailure.sessionEnded) { try await backend().renew(session) }
        await server.forget(token)
        await #expect(throws: SignInFailure.unreachable(retryAfter: nil)) { try await backend().renew(session) }
    }

    @Test func `a session with one token stays as it is, and is revoked by that token`() async throws {
        try await server.answer("POST /oauth/revoke", "")
        var single = session
        single.refreshToken = nil
        #expect(try await backend().renew(single) == single)
        #expect(await server.calls.isEmpty)
        try await backend().end(single, because: .byPerson)
        #expect(try await form("POST /oauth/revoke") == ["token": "access-1", "client_id": "notes"])
        try await backend().end(session, because: .byPerson)
        #expect(try await form("POST /oauth/revoke")["token"] == "refresh-1")
    }

    @Test func `the kit keeps the session, and reads the account`() async throws {
        try await server.answer(userInfo, Person(email: nil))
        let client = try SignInClient(
            SignInConfiguration(backend: try backend()), device: StandInDevice(), storage: MemoryStorage(),
            mark: MemoryStorage(), clock: TestTime().clock)
        await client.launch()
        try await client.adopt(session)
        #expect(try await client.readAccount().name == Sample.grace)
        await #expect(throws: SignInFailure.notSupported) {
            try await client.rename(PersonName(given: "Ada", family: nil))
        }
        #expect(await client.deleteAccount().failure == .notSupported)
    }

    @Test func `tokens go to no address without TLS`() {
        #expect(throws: SignInFailure.addressRefused) { try backend("http://id.example.com") }
    }
}
