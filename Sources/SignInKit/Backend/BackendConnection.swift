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
    private let refusalCode: @Sendable (Data) -> String?

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - address: the address that paths are appended to: https, or http on this machine.
    ///   - fields: header fields of every request, such as an API key.
    ///   - transport: makes the requests.
    ///   - refusalCode: returns the stable code of a refusal's body; by default its member `error`, if that is a
    ///     text. Without one, the code is `http_` and the status.
    /// - Throws: ``SignInFailure/addressRefused`` for any other address.
    public init(
        _ address: URL, fields: [String: String] = [:], transport: any ServiceTransport = URLSessionTransport(),
        refusalCode: @escaping @Sendable (Data) -> String? = BackendConnection.error
    ) throws(SignInFailure) {
        guard SignInService.isSafe(address) else { throw .addressRefused }
        self.address = address
        self.fields = fields
        self.transport = transport
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
    public static let error: @Sendable (Data) -> String? = { body in
        struct Refusal: Decodable {
            let error: String
        }
        return (try? JSONDecoder().decode(Refusal.self, from: body))?.error
    }

    private func answer(
        _ method: String, _ path: String, _ body: (any Encodable)?, accessToken: Secret?
    ) async throws(SignInFailure) -> Data {
        let base = address.absoluteString
        guard let url = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/" + path) else {
            throw .addressRefused
        }
        var request = ServiceRequest(method: method, url: url, accessToken: accessToken)
        request.fields = fields
        let answer: ServiceAnswer
        do {
            request.body = try body.map { try JSONEncoder().encode($0) }
            answer = try await transport.send(request)
        } catch {
            throw .unreachable(retryAfter: nil)
        }
        switch answer.status {
        case 200..<300:
            return answer.body
        case 400..<500 where answer.status != 408 && answer.status != 429:
            throw .refused(code: refusalCode(answer.body) ?? "http_\(answer.status)", requestID: "")
        default:
            throw .unreachable(retryAfter: answer.retryAfter)
        }
    }
}
