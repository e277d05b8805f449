import JSONWebTokens

/// Checks the parameters of an authorization request.
struct AuthorizationParameters: Sendable {
    let provider: OpenIDProvider
    let issuer: String

    /// The parameters that count. All others are ignored (RFC 6749 section 3.1), repeated or not.
    static let names: Set<String> = [
        "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "prompt", "max_age", "id_token_hint", "claims", "request", "request_uri",
        "registration", "ui_locales",
    ]
    private static let maximumStateBytes = 2_048
    private static let maximumNonceBytes = 512

    /// The request, if nothing in it is wrong. The client and its address are checked first, because they decide who
    /// hears of the rest.
    ///
    /// - Parameter subject: the account that an earlier `id_token_hint` of this request named; nil if there was none.
    func prove(
        _ parameters: OAuthParameters, expecting subject: String? = nil
    ) throws(AuthorizationFault) -> ProvenAuthorizationRequest {
        guard let id = parameters["client_id"] else { throw .page(.oauthClientNotNamed) }
        guard let client = provider.clients.find(id) else { throw .page(.oauthClientUnknown) }
        guard let requested = parameters["redirect_uri"],
            let registered = client.redirectURIs.first(where: { $0.matches(requested) })
        else { throw .page(.redirectURIRefused) }
        let mode = Self.mode(parameters, registered)
        let state = parameters["state"]
        let isStateSendable = state.map { Self.isText($0, upTo: Self.maximumStateBytes) } ?? true
        let address = ReturnAddress(
            client: client.id, redirectURI: requested, mode: mode ?? .query, state: isStateSendable ? state : nil,
            issuer: issuer)
        do throws(ErrorCode) {
            guard mode != nil, isStateSendable else { throw .oauthParameterInvalid }
            return try prove(
                parameters, client: client, address: address, isClaimable: registered.isClaimable, expecting: subject)
        } catch {
            throw .answer(address.answer(error))
        }
    }

    private func prove(
        _ parameters: OAuthParameters, client: OpenIDClient, address: ReturnAddress, isClaimable: Bool,
        expecting subject: String?
    ) throws(ErrorCode) -> ProvenAuthorizationRequest {
        guard parameters.repeatedNames.isDisjoint(with: Self.names) else { throw .oauthParameterRepeated }
        guard parameters["request"] == nil else { throw .requestObjectUnsupported }
        guard parameters["request_uri"] == nil else { throw .requestURIUnsupported }
        guard parameters["registration"] == nil else { throw .registrationUnsupported }
        guard PendingAuthorization.canBeCarried(parameters) else { throw .authorizationRequestTooLong }
        guard let responseType = parameters["response_type"] else { throw .oauthParameterMissing }
        guard responseType == "code" else { throw .responseTypeUnsupported }
        let maximumAge = parameters["max_age"]
        guard parameters["nonce"].map({ Self.isText($0, upTo: Self.maximumNonceBytes) }) ?? true,
            let prompt = ProvenAuthorizationRequest.Prompt(parameter: parameters["prompt"]),
            let claims = parameters["claims"].map({ RequestedClaims(json: $0) }) ?? RequestedClaims.none,
            maximumAge.map(Self.isAge) ?? true
        else { throw .oauthParameterInvalid }
        guard !claims.demandsAuthenticationContext else { throw .authenticationRequirementsUnmet }
        let hint = try self.subject(parameters) ?? subject
        guard hint.map({ claims.subjects?.contains($0) ?? true }) ?? true else { throw .oauthParameterInvalid }
        return ProvenAuthorizationRequest(
            client: client, address: address, isClaimable: isClaimable, scope: try scope(parameters, client),
            nonce: parameters["nonce"], codeChallenge: try challenge(parameters, client), prompt: prompt,
            maximumAge: maximumAge.flatMap { Int($0) }, hint: hint, subjects: hint.map { [$0] } ?? claims.subjects,
            claims: claims, parameters: parameters)
    }

    private static func mode(_ parameters: OAuthParameters, _ registered: RedirectURI) -> ResponseMode? {
        guard let name = parameters["response_mode"] else { return .query }
        guard let mode = ResponseMode(rawValue: name), mode != .formPost || registered.isWebAddress else { return nil }
        return mode
    }

    /// Unknown scopes are dropped, and those that the client may not have (OpenID Connect Core section 3.1.2.1).
    private func scope(_ parameters: OAuthParameters, _ client: OpenIDClient) throws(ErrorCode) -> OpenIDScopes {
        let granted = client.allowed(of: OpenIDScopes(parameters["scope"] ?? ""))
        guard granted.contains(.openid) else { throw .scopeWithoutOpenID }
        return granted
    }

    /// An absent method means `plain` (RFC 7636 section 4.3), which is refused like that (RFC 9700 section 2.1.1).
    private func challenge(_ parameters: OAuthParameters, _ client: OpenIDClient) throws(ErrorCode) -> String? {
        guard let challenge = parameters["code_challenge"] else {
            guard client.codeChallenge == .optional, parameters["code_challenge_method"] == nil else {
                throw .codeChallengeRequired
            }
            return nil
        }
        guard parameters["code_challenge_method"] == "S256", let bytes = try? Base64URL.decode(challenge),
            bytes.count == 32
        else { throw .codeChallengeRequired }
        return challenge
    }

    /// The account that `id_token_hint` names. A hint that is not ours is no reason to guess.
    private func subject(_ parameters: OAuthParameters) throws(ErrorCode) -> String? {
        guard let hint = parameters["id_token_hint"] else { return nil }
        guard let token = IDTokenHint(hint, of: provider.idTokens) else { throw .oauthParameterInvalid }
        return token.subject
    }

    /// Whether this is a whole number of seconds, up to thirty years.
    private static func isAge(_ text: String) -> Bool {
        text.utf8.count <= 9 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Printable ASCII (RFC 6749 appendix A.5).
    private static func isText(_ text: String, upTo limit: Int) -> Bool {
        text.utf8.count <= limit && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
