public import Foundation
public import SignInAPI

/// The sign-in service's HTTP API as functions.
///
/// A refusal is a refusal only in the service's own form: whatever else answers at the address, a captive portal for
/// instance, counts as the service not being reached, so that nothing is thrown away for it.
public struct SignInService: Sendable {
    private let address: URL
    private let client: String
    private let transport: any ServiceTransport

    /// A client of the service at its public address (https, or http of this machine); `client` is this app's name in
    /// the service's configuration.
    ///
    /// - Throws: ``SignInFailure/addressRefused`` for any other address.
    public init(address: URL, client: String, transport: any ServiceTransport) throws(SignInFailure) {
        guard Self.isSafe(address) else { throw .addressRefused }
        self.address = address
        self.client = client
        self.transport = transport
    }

    /// Tokens must not cross a network in the clear.
    static func isSafe(_ address: URL) -> Bool {
        guard let host = address.host, !host.isEmpty, address.user == nil, address.query == nil else { return false }
        switch address.scheme?.lowercased() {
        case "https": return true
        case "http": return ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        default: return false
        }
    }

    /// Opens an attempt and its nonce.
    public func openAttempt() async throws(SignInFailure) -> NativeAttemptReply {
        try await post(Paths.nativeAttempts, NativeAttemptRequest(client: client))
    }

    /// Completes an attempt with what Apple gave.
    public func complete(_ request: NativeSignInRequest) async throws(SignInFailure) -> SessionReply {
        try await post(Paths.nativeSignIn, request)
    }

    /// The next tokens of a session.
    ///
    /// Asking again with the same token is safe after any time, until a token that was given for it is used. A refusal by
    /// `refresh_overtaken` ended nothing: send the newest token that is stored.
    public func refresh(_ refreshToken: Secret) async throws(SignInFailure) -> SessionReply {
        try await post(Paths.sessionRefresh, SessionRefreshRequest(refreshToken: refreshToken.exposed, client: client))
    }

    /// Ends the session of an access token, and says why.
    public func endSession(
        _ accessToken: Secret, _ request: OwnSessionEndRequest = .person
    ) async throws(SignInFailure) {
        _ = try await answer("POST", Paths.sessionEnd, accessToken: accessToken, body: encode(request))
    }

    /// The account of an access token.
    public func account(_ accessToken: Secret) async throws(SignInFailure) -> AccountReply {
        try decode(try await answer("GET", Paths.account, accessToken: accessToken))
    }

    /// Changes the name of an account.
    public func rename(_ name: PersonName, _ accessToken: Secret) async throws(SignInFailure) -> AccountReply {
        try decode(
            try await answer(
                "PATCH", Paths.account, accessToken: accessToken, body: encode(AccountNameRequest(name: name))))
    }

    /// Deletes an account; needs a recent sign-in.
    public func deleteAccount(_ accessToken: Secret) async throws(SignInFailure) -> AccountDeletionReply {
        try decode(try await answer("DELETE", Paths.account, accessToken: accessToken))
    }

    private func post<Reply: Decodable>(
        _ path: String, _ message: some Encodable
    ) async throws(SignInFailure) -> Reply {
        try decode(try await answer("POST", path, body: encode(message)))
    }

    private func answer(
        _ method: String, _ path: String, accessToken: Secret? = nil, body: Data? = nil
    ) async throws(SignInFailure) -> Data {
        let answer: ServiceAnswer
        do {
            answer = try await transport.send(
                ServiceRequest(
                    method: method, url: address.appendingPathComponent(path), accessToken: accessToken, body: body))
        } catch {
            throw .unreachable(retryAfter: nil)
        }
        switch answer.status {
        case 200..<300:
            return answer.body
        case 400..<500 where answer.status != 429:
            guard let refusal = try? JSONDecoder().decode(APIError.self, from: answer.body) else {
                throw .unreachable(retryAfter: nil)
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

    private func encode(_ message: some Encodable) -> Data? { try? JSONEncoder().encode(message) }

    private func decode<Reply: Decodable>(_ body: Data) throws(SignInFailure) -> Reply {
        guard let reply = try? JSONDecoder().decode(Reply.self, from: body) else {
            throw .unreachable(retryAfter: nil)
        }
        return reply
    }
}
