import JSONWebTokens

extension SpoiltIdentityToken {
    private static let skew = 172_800

    func spoil(_ answer: Answer, _ state: EmulatorState) throws -> Answer {
        let limits = TokenLimits(maximumBytes: 1 << 20)
        guard let members = try? StrictJSONReader.readObject(answer.body, limits: limits),
            let token = members.text("id_token")
        else { return answer }
        var answer = answer
        let kept = try members.members.compactMap { member -> (name: String, value: JSONValue)? in
            guard member.name == "id_token" else { return member }
            return self == .missing ? nil : (member.name, .string(try spoil(token, state)))
        }
        answer.body = JSONObject(kept).json
        return answer
    }

    private func spoil(_ token: String, _ state: EmulatorState) throws -> String {
        let claims = try StrictJSONReader.readObject(try CompactJWS(token).payload, limits: .standard)
        let payload = JSONObject(changed(claims)).json
        guard let key = state.read({ $0.keyRing.signingKey }) else { throw EmulatorFault.noSigningKey }
        switch self {
        case .unsigned:
            return Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + "." + Base64URL.encode(payload) + "."
        case .otherKey: return try state.wrongKeys.key(named: key.keyID ?? "").sign(payload: payload)
        default: return try key.sign(payload: payload)
        }
    }

    private func changed(_ claims: JSONObject) -> [(name: String, value: JSONValue)] {
        var changes: [String: JSONValue] = [:]
        let times = ["iat", "exp", "auth_time"]
        switch self {
        case .otherSubject: changes["sub"] = "000999.00000000000000000000000000000000.0999"
        case .otherNonce: changes["nonce"] = "of-another-sign-in"
        case .otherAudience: changes["aud"] = .string(NotificationClaims.wrongAudience)
        case .otherIssuer: changes["iss"] = "https://account.apple.com"
        case .expired, .future:
            for name in times {
                guard let time = claims[name]?.number?.integer else { continue }
                changes[name] = .number(JSONNumber(self == .expired ? time - Self.skew : time + Self.skew))
            }
        case .numbersAsText:
            for name in times { changes[name] = claims[name]?.number.map { .string($0.text) } }
        case .newClaims:
            changes["amr"] = ["pwd", "mfa"]
            changes["https://appleid.apple.com/new"] = .object(JSONObject([(name: "since", value: 2027)]))
        case .otherKey, .unsigned, .missing, .fewClaims: break
        }
        let needed: Set<String> = ["iss", "aud", "exp", "iat", "sub", "nonce"]
        var members = claims.members.filter { self != .fewClaims || needed.contains($0.name) }
            .map { (name: $0.name, value: changes[$0.name] ?? $0.value) }
        members += changes.sorted { $0.key < $1.key }.filter { !claims.contains($0.key) }
            .map { (name: $0.key, value: $0.value) }
        return members
    }
}
