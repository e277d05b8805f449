import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// Calls the service as apps and browsers do.
struct Caller: Sendable {
    let client: ServiceClient
    let service: TestService

    func get(_ path: String, headers: [String: String] = [:]) async throws -> TestResponse {
        try await client.executeRequest(uri: path, method: .get, headers: Self.fields(headers), body: nil)
    }

    func post(
        _ path: String, _ body: String, type: String? = "application/json", headers: [String: String] = [:]
    ) async throws -> TestResponse {
        try await post(path, bytes: Array(body.utf8), type: type, headers: headers)
    }

    func post(
        _ path: String, bytes: [UInt8], type: String?, headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var fields = Self.fields(headers)
        if let type { fields[.contentType] = type }
        return try await client.executeRequest(
            uri: path, method: .post, headers: fields, body: ByteBuffer(bytes: bytes))
    }

    func form(_ path: String, _ body: String, headers: [String: String] = [:]) async throws -> TestResponse {
        try await post(path, body, type: "application/x-www-form-urlencoded", headers: headers)
    }

    /// Signs in as an app does.
    func signInNatively(
        _ person: Person = .init(), name: String? = nil
    ) async throws -> SessionReply {
        let response = try await nativeSignIn(person, name: name)
        #expect(response.status == .ok)
        return try response.decoded(SessionReply.self)
    }

    func nativeSignIn(_ person: Person = .init(), name: String? = nil) async throws -> TestResponse {
        try await signIn(person, name: name)
    }

    /// Signs in like an app that links or that can show the question.
    ///
    /// - Parameters:
    ///   - members: additional members of the first request.
    ///   - headers: the headers of the first request, and of the last one unless `completing` is given.
    func signIn(
        _ person: Person = .init(), name: String? = nil, linking members: String? = nil,
        headers: [String: String] = [:], completing: [String: String]? = nil, canAsk: Bool? = nil
    ) async throws -> TestResponse {
        let body = #"{"client":"app"\#(members.map { "," + $0 } ?? "")}"#
        let attempt = try await post(Paths.nativeAttempts, body, headers: headers).decoded(NativeAttemptReply.self)
        return try await finish(attempt, by: person, name: name, canAsk: canAsk, headers: completing ?? headers)
    }

    /// Sends the last request of a sign-in, with the result of Apple's sheet.
    func finish(
        _ attempt: NativeAttemptReply, by person: Person = .init(), name: String? = nil, canAsk: Bool? = nil,
        headers: [String: String]
    ) async throws -> TestResponse {
        let (code, token) = try service.apple.authorize(
            person, client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
        let message = NativeSignInRequest(
            attempt: attempt.attempt, identityToken: token, code: code,
            name: name.map { PersonName(given: $0, family: nil) }, canAsk: canAsk)
        return try await post(
            Paths.nativeSignIn, String(decoding: JSONEncoder().encode(message), as: UTF8.self), headers: headers)
    }

    /// Goes to Apple as a browser does. Returns the flow cookie and the form that Apple's page would post.
    func beginInBrowser(
        _ path: String = Paths.webSignIn, person: Person = .init(), user: String? = nil
    ) async throws -> BegunInBrowser {
        try begun(await get(path, headers: ["Sec-Fetch-Site": "same-origin"]), person: person, user: user)
    }

    /// The same for an answer that sends a browser to Apple.
    func begun(_ response: TestResponse, person: Person = .init(), user: String? = nil) throws -> BegunInBrowser {
        #expect(response.status == .seeOther)
        let location = try #require(response.headers[.location])
        let items = try #require(URLComponents(string: location)?.queryItems)
        let query = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
        let nonce = try #require(query["nonce"])
        let clientID = try #require(query["client_id"])
        let (code, token) = try service.apple.authorize(person, client: clientID, nonce: nonce)
        let cookie = try #require(response.cookies.first { $0.name.contains("siwa-flow-") })
        var fields = [("state", query["state"] ?? ""), ("code", code), ("id_token", token)]
        if let user { fields.append(("user", user)) }
        return BegunInBrowser(
            authorize: query, state: query["state"] ?? "", fields: fields, cookie: cookie.name + "=" + cookie.value)
    }

    static func fields(_ headers: [String: String]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        return fields
    }
}

/// The headers that an app sends with its session.
func bearer(_ reply: SessionReply) -> [String: String] {
    ["Authorization": "Bearer \(reply.accessToken)"]
}

/// The headers that the app's backend sends with a key of these scopes.
func key(_ service: TestService, _ scopes: ServiceCredential.Scope...) async throws -> [String: String] {
    let (_, key) = try await ServiceCredentials(service.environment).issue(name: "shop", scopes: Set(scopes))
    return ["Authorization": "Bearer \(key)"]
}

/// A browser that has been to Apple.
struct BegunInBrowser: Sendable {
    let authorize: [String: String]
    let state: String
    let fields: [(name: String, value: String)]
    /// The name and value of the flow cookie, ready for a `Cookie` field.
    let cookie: String

    var form: String {
        fields.map { $0.name + "=" + Self.encoded($0.value) }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// A parsed `Set-Cookie` field.
struct SentCookie: Sendable {
    let name: String
    let value: String
    let attributes: [String: String]
}

extension TestResponse {
    var text: String { String(buffer: body) }

    func decoded<Message: Decodable>(_ type: Message.Type) throws -> Message {
        try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    }

    /// The stable code of a JSON refusal; `nil` for anything else.
    var errorCode: String? { try? decoded(APIError.self).error }

    var cookies: [SentCookie] {
        headers[values: .setCookie].map { field in
            let parts = field.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pairs = parts.map { part in
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return (pair[0], pair.count > 1 ? pair[1] : "")
            }
            let attributes = pairs.dropFirst().map { ($0.0.lowercased(), $0.1) }
            return SentCookie(
                name: pairs.first?.0 ?? "", value: pairs.first?.1 ?? "",
                attributes: Dictionary(attributes) { first, _ in first })
        }
    }
}
