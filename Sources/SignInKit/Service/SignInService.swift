public import Foundation
public import SignInAPI

/// The sign-in service's HTTP API as functions.
///
/// Only an error in the service's own form counts as a refusal. Any other answer from the address, for instance from a
/// captive portal, counts as an unreachable service, so that no session is dropped because of it.
@_spi(SignInPrograms) public struct SignInService: Sendable {
    let address: URL
    let client: String
    let transport: any ServiceTransport
    let now: @Sendable () -> Date
    private let leftOut = MembersLeftOut()

    /// Creates a client of the service at its public address (https, or http on this machine). `client` is this app's
    /// name in the service's configuration.
    ///
    /// - Throws: ``SignInFailure/addressRefused`` for any other address.
    public init(address: URL, client: String, transport: any ServiceTransport) throws(SignInFailure) {
        try self.init(address: address, client: client, transport: transport, allowsPlainHTTPTo: [])
    }

    /// Creates a client of a service that may have no TLS, for development.
    ///
    /// - Parameters:
    ///   - address: the service's public address: https, or http on this machine and to the named origins.
    ///   - client: this app's name in the service's configuration.
    ///   - transport: makes the requests.
    ///   - plainOrigins: further origins that may be called without TLS.
    ///   - now: the clock, by which the tokens of a session expire.
    /// - Throws: ``SignInFailure/addressRefused`` for any other address.
    public init(
        address: URL, client: String, transport: any ServiceTransport, allowsPlainHTTPTo plainOrigins: Set<String>,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(SignInFailure) {
        guard Self.isSafe(address, plainOrigins: plainOrigins) else { throw .addressRefused }
        self.address = address
        self.client = client
        self.transport = transport
        self.now = now
    }

    /// Only https, or http on this machine and to origins that the app names: tokens must not cross a network
    /// unencrypted.
    package static func isSafe(_ address: URL, plainOrigins: Set<String> = []) -> Bool {
        guard let host = address.host, !host.isEmpty, address.user == nil, address.query == nil else { return false }
        switch address.scheme?.lowercased() {
        case "https": return true
        case "http":
            return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
                || plainOrigins.contains { URL(string: $0).map(Self.origin) == Self.origin(address) }
        default: return false
        }
    }

    /// The origin of an address (RFC 6454 section 4), or nil if it has no host.
    private static func origin(_ address: URL) -> String? {
        guard let scheme = address.scheme?.lowercased(), let host = address.host?.lowercased() else { return nil }
        return "\(scheme)://\(host):\(address.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Opens an attempt with its nonce.
    public func openAttempt() async throws(SignInFailure) -> NativeAttemptReply {
        try await post(Paths.nativeAttempts, NativeAttemptRequest(client: client))
    }

    /// Completes an attempt with Apple's result.
    public func complete(_ request: NativeSignInRequest) async throws(SignInFailure) -> SessionReply {
        try await post(Paths.nativeSignIn, request)
    }

    /// Fetches the next tokens of a session.
    ///
    /// The same refresh token can be sent again at any time, until a token that was issued for it is used. After the
    /// refusal `refresh_overtaken` the session continues: send the newest token that is stored.
    public func refresh(_ refreshToken: Secret) async throws(SignInFailure) -> SessionReply {
        try await post(Paths.sessionRefresh, SessionRefreshRequest(refreshToken: refreshToken.exposed, client: client))
    }

    /// Ends the session of an access token, with a reason.
    public func endSession(
        _ accessToken: Secret, _ request: OwnSessionEndRequest = .person
    ) async throws(SignInFailure) {
        _ = try await answer("POST", Paths.sessionEnd, request, accessToken: accessToken)
    }

    /// Fetches the account of an access token.
    public func account(_ accessToken: Secret) async throws(SignInFailure) -> AccountReply {
        try decode(try await answer("GET", Paths.account, accessToken: accessToken))
    }

    /// Changes the name of an account.
    public func rename(_ name: PersonName, _ accessToken: Secret) async throws(SignInFailure) -> AccountReply {
        try decode(
            try await answer("PATCH", Paths.account, AccountNameRequest(name: name), accessToken: accessToken))
    }

    /// Deletes an account. It requires a recent sign-in.
    public func deleteAccount(_ accessToken: Secret) async throws(SignInFailure) -> AccountDeletionReply {
        try decode(try await answer("DELETE", Paths.account, accessToken: accessToken))
    }

    func post<Reply: Decodable>(
        _ path: String, _ message: some RequestMessage
    ) async throws(SignInFailure) -> Reply {
        try decode(try await answer("POST", path, message))
    }

    /// Sends a message. A service that is older than this kit refuses members that it does not know, and nothing has
    /// happened. If they are optional, the message is sent once more without them.
    func answer<Message: RequestMessage>(
        _ method: String, _ path: String, _ message: Message, accessToken: Secret? = nil
    ) async throws(SignInFailure) -> Data {
        let known = await leftOut.names(at: path)
        let answer = try await send(method, path, accessToken: accessToken, body: encode(message, without: known))
        guard let refused = Message.members.optionalNames(refusedBy: answer) else { return try body(of: answer) }
        await leftOut.add(refused, at: path)
        let shorter = encode(message, without: known.union(refused))
        return try body(of: try await send(method, path, accessToken: accessToken, body: shorter))
    }

    func answer(
        _ method: String, _ path: String, accessToken: Secret
    ) async throws(SignInFailure) -> Data {
        try body(of: try await send(method, path, accessToken: accessToken, body: nil))
    }

    private func send(
        _ method: String, _ path: String, accessToken: Secret?, body: Data?
    ) async throws(SignInFailure) -> ServiceAnswer {
        do {
            return try await transport.send(
                ServiceRequest(
                    method: method, url: address.appendingPathComponent(path), accessToken: accessToken, body: body))
        } catch {
            throw .unreachable(retryAfter: nil)
        }
    }

    private func body(of answer: ServiceAnswer) throws(SignInFailure) -> Data {
        switch answer.status {
        case 200..<300:
            return answer.body
        case 400..<500 where answer.status != 429:
            guard let refusal = try? JSONDecoder().decode(APIError.self, from: answer.body) else {
                throw .unreachable(retryAfter: nil)
            }
            if let handle = refusal.handle {
                throw .held(code: refusal.error, handle: Secret(handle), requestID: refusal.requestID)
            }
            throw .refused(code: refusal.error, requestID: refusal.requestID)
        default:
            if let refusal = try? JSONDecoder().decode(APIError.self, from: answer.body),
                APIError.Code(rawValue: refusal.error) == .refreshOvertaken
            {
                throw .refused(code: refusal.error, requestID: refusal.requestID)
            }
            throw .unreachable(retryAfter: answer.retryAfter)
        }
    }

    private func encode(_ message: some Encodable, without names: Set<String>) -> Data? {
        let data = try? JSONEncoder().encode(message)
        guard let data, let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
            return data
        }
        return try? JSONSerialization.data(withJSONObject: members.filter { !names.contains($0.key) })
    }

    func decode<Reply: Decodable>(_ body: Data) throws(SignInFailure) -> Reply {
        guard let reply = try? JSONDecoder().decode(Reply.self, from: body) else {
            throw .unreachable(retryAfter: nil)
        }
        return reply
    }
}
