import Crypto
import Foundation
import JSONWebTokens

/// The claims of an identity token, in Apple's order and with Apple's types.
struct IssuedIdentityToken: Sendable {
    /// Tokens from the authorize step are bound to the code, those from the token endpoint to the access token.
    enum Binding: Sendable {
        case code(String)
        case accessToken(String)
    }

    let issuer: String
    let audience: String
    let subject: String
    let issuedAt: Int
    /// When the person authenticated. If nil, the token has neither `auth_time` nor `nonce_supported`.
    let authenticatedAt: Int?
    let nonce: String?
    let binding: Binding
    let email: SharedEmail?
    /// Only for the first sign-in on a device.
    var realUserStatus: Int?
    /// Only for Managed Apple Accounts.
    var organizationID: String?
    /// Only for accounts of Apple School Manager.
    var schoolScopes: [String] = []
    /// Only after a transfer, for the people who came with the app.
    var transferSubject: String?
    var switches = Switches()

    /// The address that a team receives: the real one or a relay address.
    struct SharedEmail: Sendable, Equatable {
        let address: String
        let isPrivate: Bool
        var isVerified = true
    }

    var payload: [UInt8] {
        var claims: [(name: String, value: OrderedJSON)] = [
            ("iss", .string(issuer)), ("aud", .string(audience)),
            ("exp", .integer(issuedAt + switches.identityTokenLifetime)),
            ("iat", .integer(issuedAt)), ("sub", .string(subject)),
        ]
        if let transferSubject { claims.append(("transfer_sub", .string(transferSubject))) }
        if let nonce { claims.append(("nonce", .string(nonce))) }
        switch binding {
        case .code(let code): claims.append(("c_hash", .string(Self.leftHalfHash(code))))
        case .accessToken(let token): claims.append(("at_hash", .string(Self.leftHalfHash(token))))
        }
        if let email {
            claims += [("email", .string(email.address)), ("email_verified", flag(email.isVerified))]
            // absent for shared addresses in every known capture
            if email.isPrivate { claims.append(("is_private_email", flag(true))) }
        }
        if let authenticatedAt {
            claims.append(("auth_time", .integer(authenticatedAt)))
            if !switches.omitNonceSupported { claims.append(("nonce_supported", flag(switches.nonceSupported))) }
        }
        if let organizationID { claims.append(("org_id", .string(organizationID))) }
        if !schoolScopes.isEmpty {
            let list = OrderedJSON.array(schoolScopes.map { .string($0) })
            let text = OrderedJSON.string(schoolScopes.joined(separator: " "))
            claims.append(("scopes", switches.schoolScopesAs == .array ? list : text))
        }
        if let realUserStatus { claims.append(("real_user_status", .integer(realUserStatus))) }
        return OrderedJSON.object(claims).bytes
    }

    private func flag(_ value: Bool) -> OrderedJSON {
        switches.flagsAsText ? .string(value ? "true" : "false") : .boolean(value)
    }

    /// Signs a token without `typ`, like Apple's.
    func signed(with key: SigningKey) throws -> String {
        guard switches.omitKeyId else { return try key.sign(payload: payload) }
        let header = OrderedJSON.object([("alg", .string(key.algorithm.rawValue))])
        return try key.sign(header: header.bytes, payload: payload)
    }

    /// The left half of the SHA-256 of the ASCII text (OpenID Connect Core 3.1.3.6).
    static func leftHalfHash(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(16)))
    }
}
