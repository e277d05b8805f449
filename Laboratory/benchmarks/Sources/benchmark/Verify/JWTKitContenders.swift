import ArgumentParser
import Foundation
import JWTKit

/// The same operations with jwt-kit, the package that most Swift servers use.
///
/// Its Apple type checks signature, issuer and expiry. Audience and nonce are compared here. It does not check `iat`,
/// the token's lifetime, `nbf`, `azp`, duplicate members, `crit`, `typ` and the rest of this library's list.
struct JWTKitContenders {
    let verification: Rounds.Contender
    let clientSecret: Rounds.Contender

    init(token: String, keySet: [UInt8], clientID: String, nonce: String, secretKey pem: String) async throws {
        let keys = JWTKeyCollection()
        try await keys.add(jwksJSON: String(decoding: keySet, as: UTF8.self))
        verification = .asynchronous("jwt-kit: signature, iss, exp, aud, nonce") {
            let claims = try await keys.verify(token, as: AppleIdentityToken.self)
            try claims.audience.verifyIntendedAudience(includes: clientID)
            guard claims.nonce == nonce else { throw ValidationError("jwt-kit read another nonce") }
        }
        let signer = JWTKeyCollection()
        await signer.add(ecdsa: try ES256PrivateKey(pem: pem), kid: "BENCHMARK1")
        clientSecret = .asynchronous("jwt-kit: the same token") {
            let now = Date()
            let secret = SecretClaims(
                iss: "TEAM000001", iat: IssuedAtClaim(value: now),
                exp: ExpirationClaim(value: now.addingTimeInterval(300)), aud: "https://appleid.apple.com",
                sub: SubjectClaim(value: clientID))
            _ = try await signer.sign(secret, kid: "BENCHMARK1")
        }
    }

    private struct SecretClaims: JWTPayload {
        let iss: IssuerClaim
        let iat: IssuedAtClaim
        let exp: ExpirationClaim
        let aud: AudienceClaim
        let sub: SubjectClaim

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }
}
