import AccountStorage
import Foundation
package import JSONWebTokens

/// Issues and verifies our access tokens: ES256, type `at+jwt` (RFC 9068), with keys of our own.
///
/// Apple's tokens are RS256 under Apple's keys, so neither verifier can take the other's tokens.
package struct AccessTokens: Sendable {
    /// Who issues: the public URL of the service.
    package let issuer: String
    /// For whom: what other services of the operator compare `aud` with.
    package let audience: String
    /// How long a token lives.
    package let lifetime: Duration

    static let identifierLength = 16
    /// The longest life that a token can be given.
    package static let maximumLifetime: Duration = .seconds(900)

    /// Signs claims; nil when the cryptographic library fails, which a test plays by putting in one that does.
    var sign: @Sendable ([(name: String, value: JSONValue)]) -> String?
    private let keys: AccessTokenKeys

    /// Settles how tokens are issued; nil when a key is not ES256 or has no id, two ids are equal, the audience is
    /// empty, or the lifetime is not between one second and fifteen minutes.
    ///
    /// - Parameters:
    ///   - signingKey: signs new tokens.
    ///   - retiredKeys: signed tokens that may still be in use; published, and accepted, until they are left out.
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
        keys.held.publicKeySetJSON
    }

    /// The id of the key that signs.
    package var signingKeyID: String { keys.held.signing.keyID ?? "" }

    /// Uses other keys from now on, here and in every copy; says whether they were taken, which wants what the
    /// initialiser wants of them.
    package func replaceKeys(signingKey: SigningKey, otherKeys: [SigningKey]) -> Bool {
        guard let held = AccessTokenKeys.Held(signing: signingKey, others: otherKeys) else { return false }
        keys.held = held
        return true
    }

    /// The lifetime in whole seconds.
    package var expiresIn: Int { Int(lifetime.components.seconds) }

    /// Issues a token for a session; nil when it could not be signed.
    func issue(for session: Session, at now: Date, random: [UInt8]) -> String? {
        let issuedAt = Int(now.timeIntervalSince1970)
        return sign([
            ("iss", .string(issuer)), ("aud", .string(audience)), ("sub", .string(session.accountID.text)),
            ("sid", .string(session.id.text)), ("client_id", .string(session.clientID)),
            ("jti", .string(Base64URL.encode(random))), ("iat", .number(JSONNumber(issuedAt))),
            ("exp", .number(JSONNumber(issuedAt + expiresIn))),
        ])
    }

    /// Verifies a token of ours: form, type, key, signature, issuer, audience, times, in this order.
    func verify(_ token: String, at now: Date) throws(ErrorCode) -> Proof {
        guard let jws = try? CompactJWS(token), jws.header.members.names.sorted() == ["alg", "kid", "typ"],
            jws.header.members.text("typ", is: AccessTokenKeys.tokenType), let keyID = jws.header.keyID,
            let key = keys.held.verification[keyID], jws.isSigned(by: key),
            let claims = try? StrictJSONReader.readObject(jws.payload, limits: .standard),
            claims.text("iss", is: issuer), claims.text("aud", is: audience),
            let account = claims.text("sub").flatMap({ AccountID(text: $0) }),
            let session = claims.text("sid").flatMap({ SessionID(text: $0) }),
            let issuedAt = claims.double("iat"), let expiresAt = claims.double("exp")
        else { throw .accessTokenInvalid }
        // One from the future was issued before our clock was set back; whoever has it can renew their session.
        guard now.timeIntervalSince1970 < expiresAt,
            !ClockDifference.isImpossible(Date(timeIntervalSince1970: issuedAt), at: now)
        else { throw .accessTokenExpired }
        return Proof(account: account, session: session)
    }

    /// Whom a genuine token names.
    struct Proof: Sendable, Equatable {
        let account: AccountID
        let session: SessionID
    }
}
