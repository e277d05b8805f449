import Crypto
import Foundation
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// A client secret with exactly one mistake.
struct ForgedSecret: Sendable, CustomTestStringConvertible {
    let cause: String
    let make: @Sendable (TestEmulator) throws -> String
    let name: String

    init(_ cause: String, _ name: String, _ make: @escaping @Sendable (TestEmulator) throws -> String) {
        self.cause = cause
        self.name = name
        self.make = make
    }

    var testDescription: String { name }

    static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

    static let all: [ForgedSecret] = [
        .init("secret_malformed", "not a token") { _ in "secret" },
        .init("secret_malformed", "two parts") {
            try $0.secret().split(separator: ".").prefix(2).joined(separator: ".")
        },
        .init("secret_malformed", "padded") { try $0.secret() + "=" },
        .init("secret_extension", "an extension that must be understood") {
            try $0.secret(header: #"{"kid":"TESTKEY001","alg":"ES256","crit":["b64"],"b64":false}"#)
        },
        .init("secret_algorithm", "alg none") { try $0.secret(header: #"{"kid":"TESTKEY001","alg":"none"}"#) },
        .init("secret_algorithm", "RS256") { emulator in
            try emulator.secret(key: try SigningKey.makeRS256(keyID: "TESTKEY001"))
        },
        .init("secret_algorithm", "HS256 with the public key as secret") { emulator in
            let good = try emulator.secret(header: #"{"kid":"TESTKEY001","alg":"HS256"}"#)
            let input = good.split(separator: ".").prefix(2).joined(separator: ".")
            let pem = Data(try TestEmulator.publicPEM(of: emulator.key).utf8)
            let mac = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: SymmetricKey(data: pem))
            return input + "." + Base64URL.encode(Array(mac))
        },
        .init("secret_key_missing", "no kid") { try $0.secret(header: #"{"alg":"ES256"}"#) },
        .init("secret_key_unknown", "unknown kid") { try $0.secret(header: #"{"kid":"NOSUCHKEY1","alg":"ES256"}"#) },
        .init("secret_key_unknown", "another team's key") { try $0.secret(key: $0.otherKey) },
        .init("secret_signature", "another key under our kid") {
            try $0.secret(key: SigningKey.makeES256(keyID: "TESTKEY001"))
        },
        .init("secret_signature", "payload changed") { emulator in
            let (good, other) = (try emulator.secret(), try emulator.secret(["sub": "com.example.app"]))
            let (parts, others) = (good.split(separator: "."), other.split(separator: "."))
            return [others[0], others[1], parts[2]].joined(separator: ".")
        },
        .init("secret_signature_form", "ASN.1 DER signature") { emulator in
            let parts = try emulator.secret().split(separator: ".")
            let raw = try Base64URL.decode(String(parts[2]))
            let der = try P256.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation
            return [parts[0], parts[1], Substring(Base64URL.encode(Array(der)))].joined(separator: ".")
        },
        .init("secret_signature_form", "empty signature") {
            try $0.secret().split(separator: ".").prefix(2).joined(separator: ".") + ".AA"
        },
        .init("secret_claims", "payload is a list") { emulator in
            try emulator.key.sign(payload: Array("[]".utf8))
        },
        .init("secret_claims", "sub twice") { emulator in
            try emulator.key.sign(payload: Array(#"{"sub":"com.example.web","sub":"com.example.web"}"#.utf8))
        },
        .init("secret_issuer", "no iss") { try $0.secret(["iss": nil]) },
        .init("secret_issuer", "another team") { try $0.secret(["iss": "OTHERTEAM1"]) },
        .init("secret_issuer", "iss a number") { try $0.secret(["iss": number(1)]) },
        .init("secret_subject", "another client") { try $0.secret(["sub": "com.example.app"]) },
        .init("secret_subject", "other case") { try $0.secret(["sub": "com.example.WEB"]) },
        .init("secret_subject", "no sub") { try $0.secret(["sub": nil]) },
        .init("secret_audience", "no aud") { try $0.secret(["aud": nil]) },
        .init("secret_audience", "aud with a slash") { try $0.secret(["aud": "https://appleid.apple.com/"]) },
        .init("secret_audience", "aud a list") { try $0.secret(["aud": ["https://appleid.apple.com"]]) },
        .init("secret_audience", "account.apple.com") { try $0.secret(["aud": "https://account.apple.com"]) },
        .init("secret_expiry_missing", "no exp") { try $0.secret(["exp": nil]) },
        .init("secret_expiry_missing", "exp a text") { try $0.secret(["exp": "1790000300"]) },
        .init("secret_expired", "expires this second") { try $0.secret(["exp": number($0.clock.now)]) },
        .init("secret_lifetime", "a second too long") {
            try $0.secret(["exp": number($0.clock.now + 15_777_001)])
        },
    ]
}

@Suite struct ClientSecretTests {
    @Test(arguments: ForgedSecret.all)
    func `answers a bare invalid_client and logs the cause`(_ forged: ForgedSecret) async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let code = try await caller.code()
            let reply = try await caller.token(["code": code], secret: try forged.make(emulator))
            #expect(reply.status == 400)
            #expect(reply.text == #"{"error":"invalid_client"}"#)
            #expect(reply.header("WWW-Authenticate") == nil)
            #expect(try await caller.lastCause() == forged.cause)
            // a refused client secret does not use up the code
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    @Test(arguments: ForgedSecret.all)
    func `refuses it at the revocation endpoint as well`(_ forged: ForgedSecret) async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let reply = try await caller.post(
                "/auth/revoke",
                [
                    ("client_id", TestEmulator.web), ("client_secret", try forged.make(emulator)), ("token", "x"),
                ])
            #expect(reply.status == 400)
            #expect(reply.text == #"{"error":"invalid_client"}"#)
        }
    }

    @Test func `takes a secret made out to its base URL or to Apple, until the last second`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let good: [[String: JSONValue?]] = [
                ["aud": .string(TestEmulator.baseURL)], ["aud": "https://appleid.apple.com"], ["iat": nil],
                ["exp": ForgedSecret.number(emulator.clock.now + 15_777_000)],
                ["exp": ForgedSecret.number(emulator.clock.now + 1)],
            ]
            for changes in good {
                let code = try await caller.code()
                let reply = try await caller.token(["code": code], secret: try emulator.secret(changes))
                #expect(reply.status == 200, "\(changes)")
            }
        }
    }

    @Test func `measures a secret's life by the emulator's clock`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let secret = try emulator.secret()
            _ = try await caller.control("/clock", #"{"advance":301}"#)
            let code = try await caller.code()
            #expect(try await caller.token(["code": code], secret: secret).status == 400)
            #expect(try await caller.lastCause() == "secret_expired")
        }
    }

    @Test func `refuses a secret of an unknown client`() async throws {
        let emulator = try TestEmulator()
        try await emulator.run { caller in
            let secret = try emulator.secret(["sub": "com.example.nobody"])
            let reply = try await caller.token(["code": "x"], client: "com.example.nobody", secret: secret)
            #expect(reply.text == #"{"error":"invalid_client"}"#)
            #expect(try await caller.lastCause() == "client_unknown")
        }
    }
}
