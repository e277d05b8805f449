import Crypto
import Foundation
import HTTPServing
import JSONWebTokens

/// PKCE (RFC 7636), S256 only. Apple does not document it. It is enforced if the client sends a challenge
/// (Documentation/emulator-fidelity.md, "Authorize").
enum VerifierCheck {
    /// Whether a text is a SHA-256 digest: 43 base64url characters.
    static func isChallenge(_ text: String) -> Bool {
        text.utf8.count == 43 && (try? Base64URL.decode(text))?.count == 32
    }

    /// Whether a text has 43 to 128 unreserved characters (RFC 7636 §4.1).
    static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~".contains($0)) }
    }

    static func answers(_ verifier: String, _ challenge: String, isPlain: Bool = false) -> Bool {
        if isPlain { return verifier == challenge }
        return Base64URL.encode(Array(SHA256.hash(data: Data(verifier.utf8)))) == challenge
    }
}

extension AuthorizeAttempt {
    var isChallengePlain: Bool {
        switches.plainChallengeAccepted && fields["code_challenge_method"] == "plain"
    }

    static let challengeSupported = Check<AuthorizeAttempt>("challenge_unsupported") { attempt in
        let challenge = attempt.fields["code_challenge"]
        let method = attempt.fields["code_challenge_method"]
        if challenge == nil && method == nil { return nil }
        if attempt.isChallengePlain, let challenge, VerifierCheck.isVerifier(challenge) { return nil }
        guard let challenge, VerifierCheck.isChallenge(challenge) else {
            return .invalidRequest("challenge_malformed", "code_challenge must be base64url(SHA-256(verifier)).")
        }
        // without a method, the challenge would be `plain` (RFC 7636 §4.3)
        guard method == "S256" else {
            return .invalidRequest("challenge_method", "code_challenge_method must be S256.")
        }
        return nil
    }
}

extension CodeRedemption {
    static let verifier = Check<CodeRedemption>("verifier") { attempt in
        let isPlain = attempt.code?.isChallengePlain ?? false
        switch (attempt.code?.codeChallenge, attempt.verifier) {
        case (nil, nil): return nil
        case (nil, _?):
            guard attempt.switches.unexpectedVerifierRefused else { return nil }
            return .invalidGrant(
                "verifier_unexpected", "code_verifier was sent, but the authorization carried no code_challenge.")
        case (_?, nil):
            guard attempt.switches.challengeEnforced else { return nil }
            return .invalidGrant(
                "verifier_missing", "The authorization carried a code_challenge; the exchange needs its code_verifier.")
        case (let challenge?, let verifier?):
            if VerifierCheck.isVerifier(verifier) && VerifierCheck.answers(verifier, challenge, isPlain: isPlain) {
                return nil
            }
            return .invalidGrant("verifier_mismatch", "code_verifier does not match the code_challenge.")
        }
    }
}
