import AccountStorage
import Foundation
package import JSONWebTokens

/// Issues and verifies the service's access tokens: ES256, type `at+jwt` (RFC 9068), with the service's own keys.
///
/// Apple's tokens are RS256 under Apple's keys, so neither verifier can accept the other's tokens.
package struct AccessTokens: Sendable {
    /// The issuer: the public URL of the service.
    package let issuer: String
    /// The audience, with which the operator's other services compare `aud`.
    package let audience: String
    /// The lifetime of a token.
    package let lifetime: Duration

    static let identifierLength = 16
    /// The maximum lifetime of a token.
    package static let maximumLifetime: Duration = .seconds(900)

    /// Signs claims; nil if the cryptographic library fails. Tests replace it to simulate that.
    var sign: @Sendable ([(name: String, value: JSONValue)]) -> String?
    private let keys: AccessTokenKeys

    /// Nil if a key is not ES256 or has no id, two ids are equal, the audience is empty, or the lifetime is not between
    /// one second and fifteen minutes.
    ///
    /// - Parameters:
    ///   - signingKey: signs new tokens.
    ///   - retiredKeys: earlier signing keys, whose tokens may still be in use. They are published and their tokens
    ///     accepted.
    package init?(
        signingKey: SigningKey, retiredKeys: [SigningKey] = [], publicURL: PublicURL, audience: String,
        lifetime: Duration = .seconds(300)
    ) {
        guard let held = AccessTokenKeys.Held(signing: signingKey, others: retiredKeys), !audience.isEmpty,
            lifetime >= .seconds(1), lifetime <= AccessTokens.maximumLifetime
        else { return nil }
        let keys = AccessTokenKeys(held)
        self.keys = keys
        sign = { try? keys.held.signing.sign(claims: $0) }
        issuer = publicURL.origin
        self.audience = audience
        self.lifetime = lifetime
    }

    /// The public keys as the body of `/.well-known/jwks.json`.
    package var publicKeySetJSON: [UInt8] {
        keys.held.publicKeys.keySet
    }

    /// The public keys.
    var publicKeys: PublicKeyList { keys.held.publicKeys }

    /// Signs claims as a token of another type, for ID tokens and logout tokens; nil if the cryptographic library
    /// fails.
    func sign(_ claims: [(name: String, value: JSONValue)], type: String) -> String? {
        try? keys.held.signing(type: type).sign(claims: claims)
    }

    /// A published key.
    func verificationKey(_ keyID: String) -> VerificationKey? { keys.held.verification[keyID] }

    /// The id of the key that signs.
    package var signingKeyID: String { keys.held.signing.keyID ?? "" }

    /// Replaces the keys in this value and in every copy of it. Returns `false`, and changes nothing, if the keys do
    /// not meet the requirements of the initialiser.
    package func replaceKeys(signingKey: SigningKey, otherKeys: [SigningKey]) -> Bool {
        guard let held = AccessTokenKeys.Held(signing: signingKey, others: otherKeys) else { return false }
        keys.held = held
        return true
    }

    /// The lifetime in whole seconds.
    package var expiresIn: Int { Int(lifetime.components.seconds) }

    /// Issues a token for a session; nil if it could not be signed.
    func issue(for session: Session, at now: Date, random: [UInt8]) -> String? {
        let issuedAt = Int(now.timeIntervalSince1970)
        return sign([
            ("iss", .string(issuer)), ("aud", .string(audience)), ("sub", .string(session.accountID.text)),
            ("sid", .string(session.id.text)), ("client_id", .string(session.clientID)),
            ("jti", .string(Base64URL.encode(random))), ("iat", .number(JSONNumber(issuedAt))),
            ("exp", .number(JSONNumber(issuedAt + expiresIn))),
        ])
    }

    /// Verifies a token of this service: form, type, key, signature, issuer, audience and times, in this order.
    func verify(_ token: String, at now: Date) throws(ErrorCode) -> Proof {
        let claims = try readSigned(token)
        guard claims.text("aud", is: audience) else { throw .accessTokenInvalid }
        return try prove(claims, at: now)
    }

    /// The session that a genuine token names, however old the token is.
    func sessionNamed(by token: String) -> SessionID? {
        guard let claims = try? readSigned(token), claims.text("aud", is: audience) else { return nil }
        return claims.text("sid").flatMap { SessionID(text: $0) }
    }

    /// The claims of a token that this service signed, whatever its audience and age.
    func readSigned(_ token: String) throws(ErrorCode) -> JSONObject {
        // Every header has `alg`, so the three are that one and the two that follow.
        guard let jws = try? CompactJWS(token), jws.header.members.count == 3,
            jws.header.members.text("typ", is: AccessTokenKeys.tokenType), let keyID = jws.header.keyID,
            let key = keys.held.verification[keyID], jws.isSigned(by: key),
            let claims = try? StrictJSONReader.readObject(jws.payload, limits: .standard),
            claims.text("iss", is: issuer)
        else { throw .accessTokenInvalid }
        return claims
    }

    /// The account and session that signed claims name, unless they are too old.
    func prove(_ claims: JSONObject, at now: Date) throws(ErrorCode) -> Proof {
        guard let account = claims.text("sub").flatMap({ AccountID(text: $0) }),
            let session = claims.text("sid").flatMap({ SessionID(text: $0) }),
            let issuedAt = claims.double("iat"), let expiresAt = claims.double("exp")
        else { throw .accessTokenInvalid }
        // A token from the future was issued before the clock was set back. The client can renew its session.
        guard now.timeIntervalSince1970 < expiresAt,
            !ClockDifference.isImpossible(Date(timeIntervalSince1970: issuedAt), at: now)
        else { throw .accessTokenExpired }
        return Proof(account: account, session: session)
    }

    /// The account and session of a genuine token.
    struct Proof: Sendable, Equatable {
        let account: AccountID
        let session: SessionID
    }
}
