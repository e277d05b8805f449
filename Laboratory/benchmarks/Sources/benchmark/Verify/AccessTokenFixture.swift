import Crypto
import Foundation
import JSONWebTokens

/// Goal P8: an access token of the service, verified by another service with the published keys, compared with the
/// P-256 verification alone.
struct AccessTokenFixture {
    private static let issuer = "https://auth.example.com"
    private static let audience = "https://api.example.com"
    private let key = SigningKey.makeES256(keyID: "BENCHMARK1")
    private let token: String

    init() throws {
        let now = Int(Date().timeIntervalSince1970)
        token = try key.signing(type: "at+jwt").sign(claims: [
            ("iss", .string(Self.issuer)), ("aud", .string(Self.audience)), ("sub", .string("account")),
            ("sid", .string("session")), ("client_id", .string("app")), ("jti", .string("0123456789abcdef")),
            ("iat", .number(JSONNumber(now))), ("exp", .number(JSONNumber(now + 300))),
        ])
    }

    /// The limit: the verification alone, with key, signature and digest ready.
    var bareVerification: Rounds.Contender {
        get throws {
            let parts = token.split(separator: ".")
            let publicKey = try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation).publicKey
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: try Base64URL.decode(parts[2]))
            let digest = SHA256.hash(data: Array("\(parts[0]).\(parts[1])".utf8))
            return .init(name: "bare P-256 verification (the limit)") {
                guard publicKey.isValidSignature(signature, for: digest) else {
                    throw BenchmarkFault("the limit's own signature is wrong")
                }
            }
        }
    }

    /// Form, type, key, signature, issuer, audience and time.
    var verification: Rounds.Contender {
        get throws {
            let keys = JSONWebKeySet(keys: [key.publicJSONWebKey])
            let token = token
            return .init(name: "access token, verified from the published keys") {
                let now = Date().timeIntervalSince1970
                let jws = try CompactJWS(token)
                guard jws.header.members.text("typ", is: "at+jwt"), let keyID = jws.header.keyID,
                    let key = keys.key(withID: keyID, algorithm: .es256), jws.isSigned(by: key)
                else { throw BenchmarkFault("an honest access token is refused") }
                let claims = try jws.claims()
                guard claims.text("iss", is: Self.issuer), claims.text("aud", is: Self.audience),
                    claims.text("sub") != nil, let expiresAt = claims.double("exp"), now < expiresAt
                else { throw BenchmarkFault("an honest access token is refused") }
            }
        }
    }
}
