import Crypto
import Foundation
import JSONWebTokens
import SignInWithApple

/// Goal P4: a new client secret, compared with the P-256 signature alone.
struct ClientSecretFixture {
    let key = SigningKey.makeES256(keyID: "BENCHMARK1")

    /// The limit: the signature alone, with key and digest ready.
    var bareSignature: Rounds.Contender {
        get throws {
            let key = try P256.Signing.PrivateKey(pemRepresentation: key.pemRepresentation)
            let digest = SHA256.hash(data: Array(repeating: UInt8(ascii: "a"), count: 200))
            return .init(name: "bare P-256 signature (the limit)") { _ = try key.signature(for: digest) }
        }
    }

    var clientSecret: Rounds.Contender {
        get throws {
            let factory = try ClientSecretFactory(teamID: TeamID(rawValue: "TEAM000001"), key: key)
            let client = ClientID(rawValue: TokenFixture.clientID)
            return .init(name: "client secret, made anew") { _ = try factory.issue(for: client, at: Date()) }
        }
    }
}
