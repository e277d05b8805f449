import Foundation
import JSONWebTokens

extension VerifiedIdentityToken {
    /// Reads what the checks vouched for. `nil` only if a required claim is absent, which they refuse before.
    init?(_ evidence: TokenEvidence) {
        guard let claims = evidence.claims, let clientID = evidence.clientID, let subject = claims.text("sub"),
            let issuedAt = claims.double("iat"), let expiresAt = claims.double("exp")
        else { return nil }
        self.init(
            subject: AppleUserID(rawValue: subject), clientID: clientID, issuer: evidence.trust.issuer,
            issuedAt: Date(timeIntervalSince1970: issuedAt), expiresAt: Date(timeIntervalSince1970: expiresAt),
            authenticatedAt: claims.double("auth_time").map(Date.init(timeIntervalSince1970:)),
            email: VerifiedEmail(claims),
            realUserStatus: claims.double("real_user_status").flatMap(Int.init(exactly:))
                .flatMap(RealUserStatus.init(rawValue:)),
            transferSubject: claims.identifier("transfer_sub"), organizationID: claims.identifier("org_id"),
            isNonceSupported: claims.flag("nonce_supported"))
    }
}

extension VerifiedEmail {
    /// `nil` without an address or with one that cannot be an address: never a reason to refuse a sign-in.
    init?(_ claims: JSONObject) {
        guard let address = claims.text("email"), Self.hasForm(of: address) else { return nil }
        self.init(
            address: address, isVerified: claims.flag("email_verified") ?? false,
            isPrivate: claims.flag("is_private_email") ?? false)
    }

    /// One `@`, something on both sides, a dotted domain, no character that could end a header line or start markup;
    /// lengths of RFC 5321 §4.5.3.1. Letters beyond ASCII are fine (RFC 6531).
    static func hasForm(of address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, address.utf8.count <= 254, (1...64).contains(parts[0].utf8.count) else { return false }
        let isPlain = address.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate: false
            default: !"<>()[]\\,;:\"".unicodeScalars.contains(scalar)
            }
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return isPlain && labels.count >= 2 && labels.allSatisfy { (1...63).contains($0.utf8.count) }
    }
}

extension JSONObject {
    /// Apple writes flags as Booleans and, until February 2024, as text; anything else is no statement.
    func flag(_ name: String) -> Bool? {
        if let flag = bool(name) { return flag }
        if text(name, is: "true") { return true }
        return text(name, is: "false") ? false : nil
    }

    /// A text of 1 to 255 visible ASCII characters, or nothing.
    func identifier(_ name: String) -> String? {
        text(name).flatMap { $0.isIdentifier ? $0 : nil }
    }
}
