import Crypto
import JSONWebTokens

/// All checks of an identity token, in the order in which they run. No check is optional.
///
/// `Scripts/mutate-checks` switches these lines off one at a time. Each time a token of `Laboratory/corpus/tokens` must reveal it.
enum IdentityTokenChecks {
    private typealias Check = TokenCheck
    private typealias Header = HeaderChecks
    private typealias Claims = ClaimChecks

    /// The checks that need no key. A token that fails them causes no request to Apple.
    static let beforeKey: [TokenCheck] = [
        Check("algorithm", Header.algorithm),
        Check("extensions", Header.extensions),
        Check("type", Header.type),
    ]

    /// The signature comes first. The claims are not read before it is verified.
    static let afterKey: [TokenCheck] = [
        Check("key", Header.key),
        Check("signature", Header.signature),
        Check("claims", Claims.claims),
        Check("kind", kind),
        Check("issuer", Claims.issuer),
        Check("audience", Claims.audience),
        Check("authorized party", Claims.authorizedParty),
        Check("expiry", Claims.expiry),
        Check("issued at", Claims.issuedAt),
        Check("lifetime", Claims.lifetime),
        Check("not before", Claims.notBefore),
        Check("subject", subject),
        Check("nonce", nonce),
        Check("code hash", codeHash),
        Check("access token hash", accessTokenHash),
        Check("authentication time", authenticationTime),
    ]

    static let all = beforeKey + afterKey

    /// Notifications have the same issuer, audience and keys, and no `typ`. Only `events` tells them apart (RFC 8725
    /// §3.12).
    @Sendable private static func kind(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.contains("events") == true ? .notAnIdentityToken : nil
    }

    /// Checks who signed in. The subject becomes the key of an account, so look-alike texts are not accepted.
    @Sendable private static func subject(_ evidence: inout TokenEvidence) -> TokenRejection? {
        evidence.claims?.text("sub", satisfies: { $0.isIdentifier }) == true ? nil : .subjectInvalid
    }

    /// Checks that the token answers our own request. Whoever starts a sign-in generates a random text, and Apple puts
    /// it, or its hash, into the token. A token that was stolen elsewhere has another nonce, even if it is for this app
    /// (OpenID Connect Core 3.1.3.7, step 11).
    @Sendable private static func nonce(_ evidence: inout TokenEvidence) -> TokenRejection? {
        let expected: [UInt8]
        switch evidence.nonce {
        case .notUsed: return nil
        case .raw(let nonce): expected = Array(nonce.utf8)
        case .sha256(let nonce): expected = nonce.isEmpty ? [] : hexadecimal(SHA256.hash(data: Array(nonce.utf8)))
        }
        guard let isExpected = evidence.claims?.text("nonce", satisfies: { areEqual(expected, $0) }) else {
            return .nonceMissing
        }
        return !expected.isEmpty && isExpected ? nil : .nonceMismatch
    }

    /// Checks that the claim `c_hash` binds the token to the one-time code received with it.
    ///
    /// It is required if there is a code. Otherwise another person's code could be combined with a good token (OpenID
    /// Connect Core 3.3.2.11).
    @Sendable private static func codeHash(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let code = evidence.companion.authorizationCode else { return nil }
        guard let claims = evidence.claims, claims.contains("c_hash") else { return .codeHashMissing }
        return claims.text("c_hash", is: leftHalfHash(of: code.secretValue)) ? nil : .codeHashMismatch
    }

    /// Checks the claim `at_hash` for an access token in the same way.
    ///
    /// Apple includes it only in tokens of the token endpoint, where it is optional (OpenID Connect Core 3.1.3.6).
    @Sendable private static func accessTokenHash(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let token = evidence.companion.accessToken, let claims = evidence.claims, claims.contains("at_hash")
        else { return nil }
        return claims.text("at_hash", is: leftHalfHash(of: token.secretValue)) ? nil : .accessTokenHashMismatch
    }

    /// Checks when the person last proved themselves to Apple (`auth_time`). Callers ask for a recent proof before an
    /// action that must not happen on an unattended device. Only then is the claim required (OpenID Connect Core
    /// 3.1.3.7, step 13).
    @Sendable private static func authenticationTime(_ evidence: inout TokenEvidence) -> TokenRejection? {
        guard let maximumAge = evidence.maximumAge else { return nil }
        guard let authenticatedAt = evidence.claims?.double("auth_time") else { return .authenticationTimeMissing }
        guard authenticatedAt <= evidence.now + 60 else { return .authenticatedInFuture }
        return evidence.now - authenticatedAt <= maximumAge ? nil : .authenticationTooOld
    }

    /// The left half of the SHA-256 in base64url, the form of both hash claims (OpenID Connect Core 3.3.2.11).
    private static func leftHalfHash(of secret: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Array(secret.utf8)).prefix(16)))
    }

    private static func hexadecimal(_ digest: SHA256Digest) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 2 * SHA256Digest.byteCount) { text, count in
            for octet in digest {
                text[count] = digit(octet >> 4)
                text[count + 1] = digit(octet & 15)
                count += 2
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }

    /// Compares in constant time for equal lengths. The length of a nonce is not a secret.
    private static func areEqual(_ expected: [UInt8], _ actual: UnsafeBufferPointer<UInt8>) -> Bool {
        guard expected.count == actual.count else { return false }
        var difference: UInt8 = 0
        for index in expected.indices { difference |= expected[index] ^ actual[index] }
        return difference == 0
    }
}
