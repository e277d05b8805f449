public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The content of a token that was not verified: for support, test logs and command lines, never for a sign-in.
///
/// Anybody can write a token that looks like this. The type holds plain JSON and no `AppleUserID`, `ClientID` or
/// `VerifiedEmail`, and no call of this library accepts it. The only way to a `VerifiedIdentityToken` is
/// `IdentityTokenVerifier` with the token's text.
public struct UnverifiedIdentityToken: Sendable {
    /// The header as it was written.
    public let header: JSONObject
    /// The claims as they were written, or `nil` if the payload is not one strict JSON object.
    public let claims: JSONObject?
    /// The length of the signature part in bytes: 256 if a 2,048-bit RSA key signed.
    public let signatureByteCount: Int

    /// Parses a token without checking its signature, names or times.
    ///
    /// Throws the errors of `CompactJWS`: `token_too_large`, `token_segments`, `base64url_invalid` or a `header_…`
    /// code.
    public static func inspect(_ token: String) throws(TokenFormatError) -> UnverifiedIdentityToken {
        let token = try CompactJWS(token)
        return UnverifiedIdentityToken(
            header: token.header.members, claims: try? token.claims(),
            signatureByteCount: token.signature.count)
    }

    /// The dates in `iat`, `nbf`, `exp` and `auth_time`, in this order, if they are numbers.
    public var times: [(name: String, date: Date)] {
        ["iat", "nbf", "exp", "auth_time"].compactMap { name in
            claims?.double(name).map { (name: name, date: Date(timeIntervalSince1970: $0)) }
        }
    }
}

extension UnverifiedIdentityToken: CustomStringConvertible, CustomReflectable {
    /// A fixed text without any part of the token, because claims are personal data.
    public var description: String { "UnverifiedIdentityToken(anyone could have written it)" }
    /// An empty mirror, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
