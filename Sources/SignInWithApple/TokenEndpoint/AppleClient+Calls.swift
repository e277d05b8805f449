#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AppleClient {
    /// Exchanges a code. The call is never retried, neither here nor by the transport, because a second use invalidates
    /// the code. A code that this client has sent is not sent again (`notSent(.codeAlreadySent)`) for as long as it
    /// could be valid at Apple.
    /// - Parameters:
    ///   - code: the code as received.
    ///   - client: the app that the code was issued to.
    ///   - redirectURI: the redirect URI of the authorization request, or `nil` for native codes, which have none.
    ///   - codeVerifier: the code verifier, if the request had a code challenge.
    public func exchange(
        _ code: AuthorizationCode, for client: ClientID, redirectURI: String?, codeVerifier: String? = nil
    ) async throws(AppleCallFailure) -> TokenReply {
        guard sentCodes.claim(code, at: now()) else { throw .notSent(.codeAlreadySent) }
        var parameters = [
            (name: "grant_type", value: "authorization_code"), (name: "code", value: code.secretValue),
        ]
        if let redirectURI { parameters.append((name: "redirect_uri", value: redirectURI)) }
        if let codeVerifier { parameters.append((name: "code_verifier", value: codeVerifier)) }
        let response: TransportResponse
        do throws(AppleCallFailure) {
            response = try await call(.exchange, endpoints.token, for: client, parameters, mayRepeat: false)
        } catch {
            if error.leavesCodeUnused { sentCodes.release(code) }
            throw error
        }
        return try TokenReply(response)
    }

    /// Checks that an authorization still exists. Apple may throttle more than one refresh a day for each person.
    ///
    /// The reply has no refresh token, and does not always have an identity token.
    public func refresh(_ token: RefreshToken, for client: ClientID) async throws(AppleCallFailure) -> TokenReply {
        let parameters = [
            (name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: token.secretValue),
        ]
        return try TokenReply(try await call(.refresh, endpoints.token, for: client, parameters))
    }
}

extension AppleClient {
    /// Makes one call with the client's credentials. If Apple refuses them and there is another key, the call is
    /// repeated once with that key, unless `mayRepeat` is false.
    ///
    /// Apple was observed to check the client before the grant, but does not document it. So a code is never sent
    /// twice.
    func call(
        _ call: AppleCallEvent.Call, _ url: String, for client: ClientID, _ parameters: [(name: String, value: String)],
        bearer: AccessToken? = nil, mayRepeat: Bool = true
    ) async throws(AppleCallFailure) -> TransportResponse {
        var repeats = mayRepeat
        while true {
            guard let issued = try? secrets.issued(for: client, at: now()) else {
                throw .unavailable(reason: .clientSecretNotSigned, retryAfter: nil)
            }
            let credentials = [
                (name: "client_id", value: client.rawValue), (name: "client_secret", value: issued.secret.secretValue),
            ]
            let began = now()
            do throws(AppleCallFailure) {
                let response = try await TokenEndpointCall(
                    transport: transport, url: url, parameters: credentials + parameters, bearer: bearer,
                    deadline: callDeadline
                ).send()
                report(call, client, issued, since: began, nil, oddities: call.oddities(in: response))
                return response
            } catch {
                report(call, client, issued, since: began, error)
                guard error.refusesClient, secrets.discard(issued, for: client), repeats else { throw error }
                repeats = false
            }
        }
    }

    private func report(
        _ call: AppleCallEvent.Call, _ client: ClientID, _ issued: ClientSecretCache.Issued, since began: Date,
        _ failure: AppleCallFailure?, oddities: [TokenReplyOddity] = []
    ) {
        observe(
            AppleCallEvent(
                call: call, client: client, signingKeyID: secrets.keyID(issued.key),
                seconds: max(now().timeIntervalSince(began), 0), failure: failure, oddities: oddities))
    }
}

extension AppleCallFailure {
    /// Whether Apple refused the client secret.
    fileprivate var refusesClient: Bool {
        guard case .refused(let error) = self else { return false }
        return error.code == TokenEndpointError.invalidClient
    }

    /// Whether the code cannot have been used: it was not sent, or Apple refused the client.
    fileprivate var leavesCodeUnused: Bool {
        switch self {
        case .unavailable: !mayHaveHappened
        default: refusesClient
        }
    }

    /// Whether Apple may have performed the call: it is unknown whether the request arrived, or how it was answered.
    var mayHaveHappened: Bool {
        switch self {
        case .unavailable(let reason, _): reason != .notReachable && reason != .clientSecretNotSigned
        case .malformedReply: true
        case .refused, .notSent: false
        }
    }
}
