public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a token says of itself, believed by nobody: for support, logs of a test and command lines, never for a sign-in.
///
/// Anybody can write a token that looks like this. It holds JSON and no `AppleUserID`, no `ClientID`, no `VerifiedEmail`, and no
/// call of this library takes it: the only way to a `VerifiedIdentityToken` is `IdentityTokenVerifier` with the text itself.
public struct UnverifiedIdentityToken: Sendable {
    /// The header as it was written.
    public let header: JSONObject
    /// The claims as they were written; `nil` where the payload is not one strict JSON object.
    public let claims: JSONObject?
    /// Bytes of what stands in the signature's place; 256 where a 2,048-bit RSA key signed.
    public let signatureByteCount: Int

    /// Takes a token apart without checking a signature, a name or a time.
    ///
    /// Throws what `CompactJWS` throws: `token_too_large`, `token_segments`, `base64url_invalid` or a `header_…` code.
    public static func inspect(_ token: String) throws(TokenFormatError) -> UnverifiedIdentityToken {
        let token = try CompactJWS(token)
        return UnverifiedIdentityToken(
            header: token.header.members, claims: try? token.claims(),
            signatureByteCount: token.signature.count)
    }

    /// The moments that `iat`, `nbf`, `exp` and `auth_time` name, in this order, as far as they are numbers.
    public var times: [(name: String, date: Date)] {
        ["iat", "nbf", "exp", "auth_time"].compactMap { name in
            claims?.double(name).map { (name: name, date: Date(timeIntervalSince1970: $0)) }
        }
    }
}

extension UnverifiedIdentityToken: CustomStringConvertible, CustomReflectable {
    /// That nothing is verified, and no part of the token: claims are personal data.
    public var description: String { "UnverifiedIdentityToken(anyone could have written it)" }
    /// Nothing, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
