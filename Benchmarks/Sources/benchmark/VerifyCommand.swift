import ArgumentParser
import Crypto
import CryptoExtras
import Foundation
import JSONWebTokens
import SignInWithApple

/// Goal P1: whole verification of an identity token, every check, as a share of the bare RSA operation.
struct VerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Identity-token verification against bare RSA verification.")

    @Option(help: "Interleaved rounds.") var rounds = 15
    @Option(help: "Calls in each round.") var calls = 4_000
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        let fixture = try TokenFixture()
        let measured = try Rounds.measure(
            [fixture.bareRSA, fixture.verification, fixture.wrongAudience, fixture.garbage],
            rounds: rounds, callsPerRound: calls)
        let limit = measured[fixture.bareRSA.name] ?? .nan
        var table = Table(
            "Identity token, one thread, processor time, median of \(rounds) rounds of \(calls)",
            columns: ["", "µs", "share of the limit"])
        for name in [fixture.bareRSA, fixture.verification, fixture.wrongAudience, fixture.garbage].map(\.name) {
            let spent = measured[name] ?? .nan
            table.add(name, digits(spent), digits(limit / spent))
        }
        print(table.printed())
        if let json { try table.write(to: json) }
    }
}

/// A token in Apple's shape, and what is done with it.
struct TokenFixture {
    let bareRSA: Rounds.Contender
    let verification: Rounds.Contender
    let wrongAudience: Rounds.Contender
    let garbage: Rounds.Contender

    init() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let key = try SigningKey.makeRS256(keyID: "BENCHMARK1")
        let claims = """
            {"iss":"https://appleid.apple.com","aud":"com.example.app","exp":1800086400,"iat":1800000000,\
            "sub":"001234.0123456789abcdef0123456789abcdef.1234","nonce":"\(String(repeating: "a", count: 43))",\
            "c_hash":"BmvKn5KmFEBSXlXBKwgTKg","email":"ep9ks2tnph@privaterelay.appleid.com","email_verified":true,\
            "is_private_email":true,"auth_time":1800000000,"nonce_supported":true,"real_user_status":2}
            """
        let token = try key.sign(payload: Array(claims.utf8))
        let keys = JSONWebKeySet(keys: [key.publicJSONWebKey])
        let nonce = ExpectedNonce.raw(String(repeating: "a", count: 43))
        let verifier = try IdentityTokenVerifier(
            issuer: "https://appleid.apple.com", clientIDs: [ClientID(rawValue: "com.example.app")], keys: keys)
        let stranger = try IdentityTokenVerifier(
            issuer: "https://appleid.apple.com", clientIDs: [ClientID(rawValue: "com.example.other")], keys: keys)
        verification = .init(name: "whole verification, every check") {
            _ = try verifier.verify(token, nonce: nonce, beside: .nothing, at: now)
        }
        wrongAudience = .init(name: "refused: another audience") {
            _ = try? stranger.verify(token, nonce: nonce, beside: .nothing, at: now)
        }
        let long = String(repeating: "A", count: token.utf8.count) + "." + token
        garbage = .init(name: "refused: four parts") {
            _ = try? verifier.verify(long, nonce: nonce, beside: .nothing, at: now)
        }
        bareRSA = try Self.bareRSA(token: token, key: key)
    }

    /// The limit: the RSA operation alone, with key, signature and digest ready.
    private static func bareRSA(token: String, key: SigningKey) throws -> Rounds.Contender {
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
