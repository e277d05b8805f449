import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// A reply of the token endpoint or one of its neighbours.
struct OAuthReply: Decodable {
    let error: String?
    let description: String?
    let explanation: String?
    let accessToken: String?
    let idToken: String?
    let refreshToken: String?
    let tokenType: String?

    enum CodingKeys: String, CodingKey {
        case error
        case description = "error_description"
        case explanation = "error_uri"
        case accessToken = "access_token"
        case idToken = "id_token"
        case refreshToken = "refresh_token"
        case tokenType = "token_type"
    }
}

/// Calls the OpenID Provider as clients and their browsers do.
extension Caller {
    /// The path of an authorization request of the confidential client, with changed parameters; `nil` removes one.
    static func authorize(_ changes: [String: String?] = [:]) -> String {
        path(
            [
                "client_id": "dashboards", "redirect_uri": TestClients.dashboardsURI, "response_type": "code",
                "scope": "openid profile email", "state": "state & 1",
            ], changes)
    }

    /// The same for the public client.
    static func authorizeNotes(_ changes: [String: String?] = [:]) -> String {
        path(
            [
                "client_id": "notes", "redirect_uri": TestClients.notesURI, "response_type": "code",
                "scope": "openid profile email", "state": "state-2", "code_challenge": TestClients.challenge,
                "code_challenge_method": "S256",
            ], changes)
    }

    private static func path(_ parameters: [String: String], _ changes: [String: String?]) -> String {
        let changed = changes.reduce(into: parameters) { $0[$1.key] = $1.value }
        let pairs = changed.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return Paths.oauthAuthorize + "?" + FormFields.encode(pairs)
    }

    /// The headers of a browser in which a person is signed in.
    func browser(
        _ person: Person = .init(), user: String? = nil, at path: String = Paths.webSignIn
    ) async throws -> [String: String] {
        let begun = try await beginInBrowser(path, person: person, user: user)
        let done = try await form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        let session = try #require(done.cookies.first { $0.name == "siwa-session" })
        return ["Cookie": session.name + "=" + session.value]
    }

    /// A code for the confidential client, without a page.
    func code(_ headers: [String: String]) async throws -> String {
        try #require(try await get(Self.authorize(), headers: headers).answer["code"])
    }

    /// The tokens of the confidential client.
    func tokens(_ headers: [String: String]) async throws -> OAuthReply {
        let response = try await exchange(try await code(headers))
        #expect(response.status == .ok)
        return try response.decoded(OAuthReply.self)
    }

    /// Exchanges a code as the confidential client.
    func exchange(
        _ code: String, headers: [String: String] = Caller.basic()
    ) async throws -> TestResponse {
        let fields: [(name: String, value: String)] = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", TestClients.dashboardsURI),
        ]
        return try await form(Paths.oauthToken, FormFields.encode(fields), headers: headers)
    }

    /// The credentials of the confidential client.
    static func basic(_ secret: String = TestClients.secret) -> [String: String] {
        ["Authorization": "Basic " + Data("dashboards:\(secret)".utf8).base64EncodedString()]
    }
}

extension TestResponse {
    /// The parameters that the browser carries to the client in the query.
    var answer: [String: String] {
        let items = headers[.location].flatMap { URLComponents(string: $0) }?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    /// The values of the page's hidden fields, as a browser sends them.
    var hidden: [String: String] {
        let fields = text.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/)
        let values = fields.map { (String($0.output.1), Self.unescaped(String($0.output.2))) }
        return Dictionary(values) { first, _ in first }
    }

    /// The text that HTML escapes. The ampersand comes last, because what it begins is no reference.
    static func unescaped(_ text: String) -> String {
        [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&amp;", "&")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1)
        }
    }
}
