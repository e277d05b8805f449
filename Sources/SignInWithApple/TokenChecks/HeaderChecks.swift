import JSONWebTokens

/// What is decided before the claims are read: the same for everything that Apple signs.
enum HeaderChecks {
    /// Takes the token apart: size, three segments, strict base64url, one strict JSON object as header.
    ///
    /// - Parameter known: headers of the keys at hand, which need not be read again.
    static func decode(_ token: String, known: KnownHeaders) throws(TokenRejection) -> CompactJWS {
        do throws(TokenFormatError) {
            return try CompactJWS(token, known: known)
        } catch {
            switch error.code {
            case .tokenTooLarge: throw .tokenTooLarge
            case .tokenSegments, .base64URLInvalid: throw .tokenMalformed
            default: throw .headerMalformed
            }
        }
    }

    /// `alg`, how it was signed. RS256 comes from us, not from the header, which only has to agree: a token that chose for itself
    /// could choose `none`, or a method for which our public key is the secret (RFC 8725 §2.1, §3.1).
    @Sendable static func algorithm(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.token.header.algorithm == .rs256 ? nil : .algorithmNotAllowed
    }

    /// We understand no extension, so whatever asks for one is refused, even if `crit` forgets to say so
    /// (RFC 7515 §4.1.11, RFC 7797 §6).
    @Sendable static func extensions(_ evidence: inout TokenEvidence) -> TokenRejection? {
        let asksForMore =
            evidence.token.header.contains("crit") || evidence.token.header.contains("b64")
            || evidence.token.header.contains("zip") || evidence.token.header.contains("cty")
        return asksForMore ? .extensionNotUnderstood : nil
    }

    /// Apple sends no `typ`; `JWT` would say nothing new; anything else is another kind of token (RFC 8725 §3.11).
    @Sendable static func type(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let type = evidence.token.header.type else { return nil }
        // Letter by letter: `lowercased()` folds letters that are not ASCII onto ASCII ones.
        let isJWT = type.utf8.count == 3 && zip(type.utf8, "jwt".utf8).allSatisfy { $0 | 0x20 == $1 }
        return isJWT ? nil : .typeMismatch
    }

    /// `kid`, which of Apple's published keys signed: the key of that id, or, without one, the only key there is. No other is tried
    /// (OpenID Connect Core 10.1). `jwk`, `jku` and `x5…` are never looked at (RFC 8725 §3.10).
    @Sendable static func key(_ evidence: inout TokenEvidence) -> TokenRejection? {
        if let keyID = evidence.token.header.keyID {
            evidence.key = evidence.trust.keys.key(withID: keyID, algorithm: .rs256)
        } else {
            let usable = evidence.trust.keys.keys.filter { $0.algorithm == .rs256 }
            evidence.key = usable.count == 1 ? usable.first : nil
        }
        return evidence.key == nil ? .unknownKey : nil
    }

    /// Made with that key, over the octets received (RFC 7515 §5.2). From here on Apple vouches for what the claims say.
    @Sendable static func signature(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let key = evidence.key, evidence.token.isSigned(by: key) else { return .signatureInvalid }
        return nil
    }
}
