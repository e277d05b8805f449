public import Foundation

/// Calls a backend with JSON, and turns its answers into what the kit expects from a ``SignInBackend``.
///
/// An answer with a status of 2xx is decoded. One of 4xx is a refusal, except 408 and 429. Everything else, including an
/// answer that cannot be decoded, counts as a backend that could not be reached. A captive portal cannot answer in the
/// backend's name, because the connection is encrypted.
public struct BackendConnection: Sendable {
    private let address: URL
    private let fields: [String: String]
    private let transport: any ServiceTransport
    private let sessionEndedCodes: Set<String>
    private let refusalCode: @Sendable (Data) -> String?

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - address: the address that paths are appended to: https, or http on this machine.
    ///   - fields: header fields of every request, such as an API key.
    ///   - transport: makes the requests.
    ///   - plainOrigins: further origins that may be called without TLS, for development.
    ///   - sessionEndedCodes: the codes of refusals that mean that the session exists no longer. They are thrown as
    ///     ``SignInFailure/sessionEnded``.
    ///   - refusalCode: returns the stable code of a refusal's body; by default its member `error`, if that is a
    ///     text. The code is `http_` and the status if there is none, or if it is no code: 1 to 64 letters, digits and
    ///     `_.:-`.
    /// - Throws: ``SignInFailure/addressRefused`` for any other address.
    public init(
        _ address: URL, fields: [String: String] = [:], transport: any ServiceTransport = URLSessionTransport(),
        allowsPlainHTTPTo plainOrigins: Set<String> = [], sessionEndedCodes: Set<String> = ["session_ended"],
        refusalCode: @escaping @Sendable (Data) -> String? = BackendConnection.errorMember
    ) throws(SignInFailure) {
        guard SignInService.isSafe(address, plainOrigins: plainOrigins) else { throw .addressRefused }
        self.address = address
        self.fields = fields
        self.transport = transport
        self.sessionEndedCodes = sessionEndedCodes
        self.refusalCode = refusalCode
    }

    /// Makes a request and decodes the JSON of the answer.
    ///
    /// - Parameters:
    ///   - method: the HTTP method.
    ///   - path: appended to the address. It may contain a query.
    ///   - body: encoded as JSON. Nil means no body.
    ///   - accessToken: sent as a bearer token.
    ///   - type: the type of the answer.
    /// - Throws: ``SignInFailure/refused(code:requestID:)`` or ``SignInFailure/unreachable(retryAfter:)``.
    public func send<Reply: Decodable>(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil, accessToken: Secret? = nil,
        as type: Reply.Type = Reply.self
    ) async throws(SignInFailure) -> Reply {
        let data = try await answer(method, path, body, accessToken: accessToken)
        guard let reply = try? JSONDecoder().decode(Reply.self, from: data) else { throw .unreachable(retryAfter: nil) }
        return reply
    }

    /// Makes a request whose answer says nothing.
    ///
    /// - Throws: ``SignInFailure/refused(code:requestID:)`` or ``SignInFailure/unreachable(retryAfter:)``.
    public func send(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil, accessToken: Secret? = nil
    ) async throws(SignInFailure) {
        _ = try await answer(method, path, body, accessToken: accessToken)
    }

    /// Returns the member `error` of a refusal's body, if that is a text.
    public static let errorMember: @Sendable (Data) -> String? = { body in
        struct Refusal: Decodable {
            let error: String
        }
        return (try? JSONDecoder().decode(Refusal.self, from: body))?.error
    }

    /// Posts a form (RFC 6749, appendix B), and decodes the JSON of the answer.
    func post<Reply: Decodable>(
        _ path: String, form: [(name: String, value: String)], as type: Reply.Type = Reply.self
    ) async throws(SignInFailure) -> Reply {
        let data = try await submit(path, form: form)
        guard let reply = try? JSONDecoder().decode(Reply.self, from: data) else { throw .unreachable(retryAfter: nil) }
        return reply
    }

    /// Posts a form, and returns the body of the answer.
    @discardableResult
    func submit(_ path: String, form: [(name: String, value: String)]) async throws(SignInFailure) -> Data {
        var request = try request("POST", path, accessToken: nil)
        request.fields["Content-Type"] = "application/x-www-form-urlencoded"
        let pairs = form.map { "\($0.name)=\(Self.formText($0.value))" }
        request.body = Data(pairs.joined(separator: "&").utf8)
        return try await answer(request)
    }

    /// Only the characters that every form leaves as they are (RFC 3986, section 2.3).
    private static func formText(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private func request(
        _ method: String, _ path: String, accessToken: Secret?
    ) throws(SignInFailure) -> ServiceRequest {
        let base = address.absoluteString
        let start = base.hasSuffix("/") ? base : base + "/"
        guard let url = URL(string: start + (path.hasPrefix("/") ? String(path.dropFirst()) : path)) else {
            throw .addressRefused
        }
        var request = ServiceRequest(method: method, url: url, accessToken: accessToken)
        request.fields = fields
        return request
    }

    private func answer(
        _ method: String, _ path: String, _ body: (any Encodable)?, accessToken: Secret?
    ) async throws(SignInFailure) -> Data {
        var request = try request(method, path, accessToken: accessToken)
        if let body {
            // A body that cannot be encoded now never can be, so it is not an outage.
            guard let data = try? JSONEncoder().encode(body) else {
                throw .refused(code: "body_not_encodable", requestID: "")
            }
            request.body = data
        }
        return try await answer(request)
    }

    private func answer(_ request: ServiceRequest) async throws(SignInFailure) -> Data {
        let answer: ServiceAnswer
        do {
            answer = try await transport.send(request)
        } catch {
            throw .unreachable(retryAfter: nil)
        }
        switch answer.status {
        case 200..<300:
            return answer.body
        case 400..<500 where answer.status != 408 && answer.status != 429:
            let code = refusalCode(answer.body).flatMap { Self.isCode($0) ? $0 : nil } ?? "http_\(answer.status)"
            throw sessionEndedCodes.contains(code) ? .sessionEnded : .refused(code: code, requestID: "")
        default:
            throw .unreachable(retryAfter: answer.retryAfter)
        }
    }

    /// Sentences for people do not belong into logs and counters.
    static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && ($0.properties.isAlphabetic || "0123456789_.:-".unicodeScalars.contains($0))
            }
    }
}
