import Crypto
import Foundation
import JSONWebTokens
package import SignInWithApple

/// A known mistake with a value that an app or a backend passes on: it is another value than it should be, or has another
/// form. The names are stable, and the log has them.
package enum SentMistake: String, Sendable, Hashable, CaseIterable {
    // The nonce of the token.
    case nonceNotHashed = "nonce_not_hashed"
    case nonceHashed = "nonce_hashed"
    case nonceHashedTwice = "nonce_hashed_twice"
    case nonceHashInCapitals = "nonce_hash_in_capitals"
    case nonceHashInBase64 = "nonce_hash_in_base64"
    // The text in place of a token.
    case tokenIsCode = "token_is_code"
    case tokenIsAccessToken = "token_is_access_token"
    case tokenIsRefreshToken = "token_is_refresh_token"
    case tokenIsSubject = "token_is_subject"
    case tokenInBase64 = "token_in_base64"
    case tokenInJSON = "token_in_json"
    case tokenAfterBearer = "token_after_bearer"
    case tokenInOptional = "token_in_optional"
    case tokenDamaged = "token_damaged"
    // The text in place of a code.
    case codeIsToken = "code_is_token"
    case codeIsAccessToken = "code_is_access_token"
    case codeIsRefreshToken = "code_is_refresh_token"
    case codeDamaged = "code_damaged"

    /// What was seen and what is expected, for a developer.
    package var sentence: String {
        switch self {
        case .nonceNotHashed:
            "The token has the nonce itself. Its SHA-256 is expected, as 64 lower-case hexadecimal digits."
        case .nonceHashed: "The token has the SHA-256 of the nonce. The nonce itself is expected."
        case .nonceHashedTwice: "The nonce was hashed twice. Hash it once, either in the app or in the backend."
        case .nonceHashInCapitals: "The token has the hash in capitals. 64 lower-case hexadecimal digits are expected."
        case .nonceHashInBase64: "The token has the hash in base64. 64 lower-case hexadecimal digits are expected."
        case .tokenIsCode: "This is an authorization code. An identity token is expected."
        case .tokenIsAccessToken: "This is an access token. An identity token is expected."
        case .tokenIsRefreshToken: "This is a refresh token. An identity token is expected."
        case .tokenIsSubject: "This is a person's identifier (sub). An identity token is expected."
        case .tokenInBase64: "This is a token in base64. Pass it as UTF-8 text: String(decoding: data, as: UTF8.self)."
        case .tokenInJSON: "This is JSON. The token alone is expected, without quotation marks."
        case .tokenAfterBearer: "The token has Bearer before it. The token alone is expected."
        case .tokenInOptional: "This is Swift's description of an optional. Unwrap the value before it becomes text."
        case .tokenDamaged: "Something was added around the token, or it was encoded again. Pass it unchanged."
        case .codeIsToken: "The code is a signed token. Apple's authorization code is expected."
        case .codeIsAccessToken: "The code is an access token. Apple's authorization code is expected."
        case .codeIsRefreshToken: "The code is a refresh token. Apple's authorization code is expected."
        case .codeDamaged: "Something was added around the code, or it was encoded again. Pass it unchanged."
        }
    }
}

extension SentMistake {
    /// What was sent in place of a token; nil if it is not recognised.
    package init?(token text: String) {
        switch SentText(text) {
        case .code: self = .tokenIsCode
        case .accessToken: self = .tokenIsAccessToken
        case .refreshToken: self = .tokenIsRefreshToken
        case .signedToken, .other:
            guard let form = Self.form(of: text) else { return nil }
            self = form
        }
    }

    private static func form(of text: String) -> SentMistake? {
        if text.hasPrefix("Optional(") { return .tokenInOptional }
        if text.lowercased().hasPrefix("bearer ") { return .tokenAfterBearer }
        if text.first == "{" || text.first == "[" { return .tokenInJSON }
        if isSubject(text) { return .tokenIsSubject }
        if SentDamage(text) != nil { return .tokenDamaged }
        guard let decoded = Data(base64Encoded: text) ?? (try? Base64URL.decode(text)).map({ Data($0) }) else {
            return nil
        }
        return SentText(String(decoding: decoded, as: UTF8.self)) == .signedToken ? .tokenInBase64 : nil
    }

    /// Personal accounts have the form `000000.<32 hex>.0000`. Apple does not document it.
    private static func isSubject(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.map(\.count) == [6, 32, 4] && parts.joined().allSatisfy(isHexDigit)
    }

    private static func isHexDigit(_ octet: UInt8) -> Bool {
        (0x30...0x39).contains(octet) || (0x61...0x66).contains(octet | 0x20)
    }

    /// What was sent in place of an authorization code; nil if it is not recognised.
    package init?(code text: String) {
        switch SentText(text) {
        case .code: return nil
        case .accessToken: self = .codeIsAccessToken
        case .refreshToken: self = .codeIsRefreshToken
        case .signedToken: self = .codeIsToken
        case .other:
            guard SentDamage(text) != nil else { return nil }
            self = .codeDamaged
        }
    }

    /// How the nonce of a token differs from the expected one; nil if it is not recognised.
    init?(nonce found: String, expected: ExpectedNonce) {
        switch expected {
        case .notUsed: return nil
        case .raw(let nonce):
            guard found == Self.hexadecimal(Self.digest(nonce)) else { return nil }
            self = .nonceHashed
        case .sha256(of: let nonce):
            let digest = Self.digest(nonce)
            let hash = Self.hexadecimal(digest)
            let plain = SentDamage.withoutAdditions(found)
            if plain == nonce {
                self = .nonceNotHashed
            } else if found == Self.hexadecimal(Self.digest(hash)) {
                self = .nonceHashedTwice
            } else if found != hash, found.lowercased() == hash {
                self = .nonceHashInCapitals
            } else if [Data(digest).base64EncodedString(), Base64URL.encode(digest)].contains(found) {
                self = .nonceHashInBase64
            } else {
                return nil
            }
        }
    }

    private static func digest(_ text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension SentMistake {
    /// The mistake that explains why the verifier refused a token.
    ///
    /// - Parameters:
    ///   - reason: why it was refused. The nonce is read only after the signature was verified.
    ///   - code: the code that came with the token.
    package init?(
        _ reason: TokenRejection, of token: String, nonce: ExpectedNonce, code: String? = nil
    ) {
        let found: SentMistake? =
            switch reason {
            case .tokenMalformed, .headerMalformed: SentMistake(token: token)
            case .nonceMismatch:
                (try? CompactJWS(token).claims().text("nonce")).flatMap { SentMistake(nonce: $0, expected: nonce) }
            case .codeHashMismatch: code.flatMap { SentMistake(code: $0) }
            default: nil
            }
        guard let found else { return nil }
        self = found
    }
}
