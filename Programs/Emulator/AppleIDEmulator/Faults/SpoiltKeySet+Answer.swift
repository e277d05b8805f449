import JSONWebTokens

extension SpoiltKeySet {
    func spoil(_ answer: Answer, size: Int?, _ state: EmulatorState) throws -> Answer {
        let limits = TokenLimits(maximumBytes: 1 << 20)
        let read = try StrictJSONReader.readObject(answer.body, limits: limits)["keys"]?.array ?? []
        let keys = read.compactMap(\.object)
        var members: [(name: String, value: JSONValue)] = [
            (name: "keys", value: .array(try spoil(keys, size: size, state).map { .object($0) }))
        ]
        if self == .padded {
            let padding = String(repeating: "x", count: min(size ?? 5_000_000, 1 << 28))
            members.append((name: "padding", value: .string(padding)))
        }
        var answer = answer
        answer.body = JSONObject(members).json
        return answer
    }

    private func spoil(_ keys: [JSONObject], size: Int?, _ state: EmulatorState) throws -> [JSONObject] {
        switch self {
        case .empty: return []
        case .padded: return keys
        case .unknownType: return [["kty": "AKP", "kid": "NEWKIND001", "use": "sig", "alg": "ML-DSA-44"]] + keys
        case .brokenKey:
            return [["kty": "RSA", "kid": "BROKEN0001", "use": "sig", "alg": "RS256", "n": "!", "e": "AQAB"]] + keys
        case .duplicateID:
            let keyID = state.read { $0.keyRing.signingKeyID } ?? ""
            return [try state.wrongKeys.key(named: keyID).publicJSONWebKey.members] + keys
        case .privateMembers:
            return keys.map { JSONObject($0.members + [(name: "d", value: .string(Base64URL.encode([1, 2, 3])))]) }
        case .many:
            guard let first = keys.first else { return keys }
            let count = min(size ?? 10_000, 100_000)
            let fillers = (0..<max(0, count - keys.count)).map { number in
                JSONObject(
                    first.members.map { $0.name == "kid" ? (name: "kid", value: .string("FILL\(number)")) : $0 })
            }
            return fillers + keys
        }
    }
}
