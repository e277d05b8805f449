import JSONWebTokens

/// The checks before the claims are read. They are the same for everything that Apple signs.
enum HeaderChecks {
    /// Parses the token: size, three segments, strict base64url, one strict JSON object as header.
    ///
    /// - Parameter known: headers for the current keys, which need not be parsed again.
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

    /// `alg`: how the token was signed. The library requires RS256, and the header only has to agree. A token that
    /// could choose might choose `none`, or a method for which our public key is the secret (RFC 8725 §2.1, §3.1).
    @Sendable static func algorithm(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.token.header.algorithm == .rs256 ? nil : .algorithmNotAllowed
    }

    /// The library supports no extension, so a header that asks for one is refused, even if `crit` does not list it
    /// (RFC 7515 §4.1.11, RFC 7797 §6).
    @Sendable static func extensions(_ evidence: inout TokenEvidence) -> TokenRejection? {
        let asksForMore =
            evidence.token.header.contains("crit") || evidence.token.header.contains("b64")
            || evidence.token.header.contains("zip") || evidence.token.header.contains("cty")
        return asksForMore ? .extensionNotUnderstood : nil
    }

    /// Apple sends no `typ`. `JWT` would add nothing. Anything else is another kind of token (RFC 8725 §3.11).
    @Sendable static func type(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let type = evidence.token.header.type else { return nil }
        // Compared byte by byte, because `lowercased()` maps some non-ASCII letters to ASCII ones.
        let isJWT = type.utf8.count == 3 && zip(type.utf8, "jwt".utf8).allSatisfy { $0 | 0x20 == $1 }
        return isJWT ? nil : .typeMismatch
    }

    /// `kid`: which of Apple's published keys signed. This is the key of that id or, without a `kid`, the only key
    /// there is. No other key is tried (OpenID Connect Core 10.1). `jwk`, `jku` and `x5…` are ignored (RFC 8725 §3.10).
    @Sendable static func key(_ evidence: inout TokenEvidence) -> TokenRejection? {
        if let keyID = evidence.token.header.keyID {
            evidence.key = evidence.trust.keys.key(withID: keyID, algorithm: .rs256)
        } else {
            let usable = evidence.trust.keys.keys.filter { $0.algorithm == .rs256 }
            evidence.key = usable.count == 1 ? usable.first : nil
        }
        return evidence.key == nil ? .unknownKey : nil
    }

    /// The key signed exactly the octets received (RFC 7515 §5.2). From here on Apple vouches for the claims.
    @Sendable static func signature(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let key = evidence.key, evidence.token.isSigned(by: key) else { return .signatureInvalid }
        return nil
    }
}
