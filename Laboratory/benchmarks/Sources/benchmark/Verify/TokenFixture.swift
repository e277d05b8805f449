import ArgumentParser
import Crypto
import CryptoExtras
import Foundation
import JSONWebTokens
import SignInWithApple

/// A token like Apple's, signed at startup with a newly generated key, and the operations on it.
struct TokenFixture: Sendable {
    static let issuer = "https://appleid.apple.com"
    static let clientID = "com.example.app"
    static let nonce = String(repeating: "a", count: 43)

    let key: SigningKey
    let keys: JSONWebKeySet
    /// The time at which all tokens are verified.
    let now: Date
    let token: String
    let verifier: IdentityTokenVerifier

    init() throws {
        key = try SigningKey.makeRS256(keyID: "BENCHMARK1")
        keys = JSONWebKeySet(keys: [
            key.publicJSONWebKey, try SigningKey.makeRS256(keyID: "BENCHMARK2").publicJSONWebKey,
        ])
        now = Date()
        token = try Self.token(key, at: now)
        verifier = try Self.verifier(for: Self.clientID, keys: keys)
    }

    /// A valid token. `filler` is the length of an unused claim that makes it longer.
    static func token(_ key: SigningKey, at now: Date, filler: Int = 0) throws -> String {
        let issuedAt = Int(now.timeIntervalSince1970) - 5
        let claims = """
            {"iss":"\(issuer)","aud":"\(clientID)","exp":\(issuedAt + 86_400),"iat":\(issuedAt),\
            "sub":"001234.0123456789abcdef0123456789abcdef.1234","nonce":"\(nonce)","c_hash":"BmvKn5KmFEBSXlXBKwgTKg",\
            "email":"ep9ks2tnph@privaterelay.appleid.com","email_verified":true,"is_private_email":true,\
            "auth_time":\(issuedAt),"nonce_supported":true,"real_user_status":2\
            \(filler > 0 ? #","x":"\#(String(repeating: "y", count: filler))""# : "")}
            """
        return try key.sign(payload: Array(claims.utf8))
    }

    static func verifier(for clientID: String, keys: JSONWebKeySet) throws -> IdentityTokenVerifier {
        try IdentityTokenVerifier(issuer: issuer, clientIDs: [ClientID(rawValue: clientID)], keys: keys)
    }

    func verify() throws {
        _ = try verifier.verify(token, nonce: .raw(Self.nonce), beside: .nothing, at: now)
    }

    var verification: Rounds.Contender {
        .init(name: "whole verification, every check") { try verify() }
    }

    var wrongAudience: Rounds.Contender {
        get throws {
            let stranger = try Self.verifier(for: "com.example.other", keys: keys)
            return .init(name: "refused: another audience") {
                _ = try? stranger.verify(token, nonce: .raw(Self.nonce), beside: .nothing, at: now)
            }
        }
    }

    /// Verification as a service calls it: through `AppleClient`, which finds the key in its cache and reads the clock.
    var throughClient: Rounds.Contender {
        get async throws {
            let published = keys.json()
            let keySet = AppleKeySet(
                transport: FixedReply(body: published), now: { Date() })
            let client = AppleClient(
                configuration: try AppleAppConfiguration(
                    teamID: TeamID(rawValue: "TEAM000001"), signingKeys: [.makeES256(keyID: "BENCHMARK1")],
                    clientIDs: [ClientID(rawValue: Self.clientID)]),
                keys: keySet, transport: FixedReply(body: published), now: { Date() })
            return .asynchronous("the same through AppleClient, keys cached") {
                _ = try await client.verify(token, nonce: .raw(Self.nonce), beside: .nothing)
            }
        }
    }

    /// The limit: the RSA operation alone, with key, signature and digest ready.
    var bareRSA: Rounds.Contender {
        get throws {
            let parts = token.split(separator: ".")
            let signature = _RSA.Signing.RSASignature(rawRepresentation: try Base64URL.decode(parts[2]))
            let publicKey = try _RSA.Signing.PrivateKey(pemRepresentation: key.pemRepresentation).publicKey
            let digest = SHA256.hash(data: Array("\(parts[0]).\(parts[1])".utf8))
            return .init(name: "bare RSA-2048 verification (the limit)") {
                guard publicKey.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) else {
                    throw ValidationError("the limit's own signature is wrong")
                }
            }
        }
    }

    /// The stages of a verification. The rest of its time goes to the list of checks and the result.
    var stages: [Rounds.Contender] {
        get throws {
            let decoded = try CompactJWS(token)
            let key = self.key.verificationKey
            let octets = Array(token.utf8.dropLast(343))  // without the signature of 342 characters and its dot
            return [
                .init(name: "  taken apart: base64url and header") { _ = try CompactJWS(token) },
                .init(name: "  SHA-256 of the signed octets") { _ = SHA256.hash(data: octets) },
                .init(name: "  SHA-256 and RSA") {
                    guard decoded.isSigned(by: key) else { throw ValidationError("the signature is wrong") }
                },
                .init(name: "  claims read") { _ = try StrictJSONReader.readObject(decoded.payload) },
            ]
        }
    }
}

/// Answers every call with the same body: Apple's keys without a network.
struct FixedReply: HTTPTransport {
    let body: [UInt8]

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        TransportResponse(status: 200, headers: [(name: "Cache-Control", value: "max-age=86400")], body: body)
    }
}
