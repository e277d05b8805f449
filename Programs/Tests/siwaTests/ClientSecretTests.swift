import ChildPrograms
import Crypto
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@Suite struct ClientSecretTests {
    private let folder: TemporaryFolderBox
    private let key = P256.Signing.PrivateKey()

    init() throws {
        folder = try TemporaryFolderBox()
    }

    private func make(
        _ more: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> Program.Ended {
        let common = [
            "client-secret", "--team-id", "ABCDE12345", "--key-id", "ABC123DEFG", "--client-id", "com.example.web",
        ]
        return try await Program.siwa.run(common + more, input: input, environment: environment)
    }

    /// Verifies a secret without any of our code, only with Foundation's base64 and JSON and the cryptographic library.
    private func claims(of secret: String) throws -> (header: [String: Any], claims: [String: Any]) {
        let parts = secret.split(separator: ".").map { part in
            let plain = part.replacing("-", with: "+").replacing("_", with: "/")
            return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)) ?? Data()
        }
        try #require(parts.count == 3)
        let signed = Data(secret.utf8.prefix(secret.utf8.count - secret.split(separator: ".")[2].utf8.count - 1))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts[2])
        #expect(key.publicKey.isValidSignature(signature, for: signed))
        return (
            try #require(JSONSerialization.jsonObject(with: parts[0]) as? [String: Any]),
            try #require(JSONSerialization.jsonObject(with: parts[1]) as? [String: Any])
        )
    }

    @Test func `makes a secret as Apple asks for it, five minutes long`() async throws {
        let path = try folder.folder.write(key.pemRepresentation, to: "AuthKey.p8")
        let ended = try await make(["--key-file", path, "--now", "1750000000"])
        #expect(ended.status == 0, "\(ended.errors)")
        let (header, claims) = try claims(of: ended.output.trimmingCharacters(in: .newlines))
        #expect(header as? [String: String] == ["alg": "ES256", "kid": "ABC123DEFG"])
        #expect(claims["iss"] as? String == "ABCDE12345")
        #expect(claims["sub"] as? String == "com.example.web")
        #expect(claims["aud"] as? String == "https://appleid.apple.com")
        #expect(claims["iat"] as? Int == 1_749_999_940)
        #expect(claims["exp"] as? Int == 1_750_000_300)
        #expect(ended.errors == "Valid until 2025-06-15T15:11:40Z.\n")
    }

    @Test func `reads the key from standard input or an environment variable`() async throws {
        let input = try await make(["--key-file", "-"], input: key.pemRepresentation)
        #expect(input.status == 0)
        _ = try claims(of: input.output.trimmingCharacters(in: .newlines))
        let pasted = key.pemRepresentation.replacing("\n", with: "\\n")
        let variable = try await make(["--key-environment", "APPLE_KEY"], environment: ["APPLE_KEY": pasted])
        #expect(variable.status == 0)
        _ = try claims(of: variable.output.trimmingCharacters(in: .newlines))
    }

    @Test(arguments: [0o640, 0o604, 0o644, 0o660, 0o610, 0o666])
    func `refuses a key file that others may open`(mode: Int) async throws {
        let path = try folder.folder.write(key.pemRepresentation, to: "AuthKey.p8", mode: mode)
        let ended = try await make(["--key-file", path])
        #expect(ended.status == 2)
        #expect(ended.output.isEmpty)
        #expect(ended.errors.contains("chmod"))
    }

    @Test func `accepts six months and not a second more, and warns under thirty days`() async throws {
        let path = try folder.folder.write(key.pemRepresentation, to: "AuthKey.p8", mode: 0o400)
        let longest = try await make(["--key-file", path, "--lifetime", "15777000"])
        #expect(longest.status == 0)
        #expect(!longest.errors.contains("30 days"))
        let (_, claims) = try claims(of: longest.output.trimmingCharacters(in: .newlines))
        let (issuedAt, end) = (claims["iat"] as? Int ?? 0, claims["exp"] as? Int ?? 0)
        #expect(end - issuedAt == 15_777_000)
        let written = Date(timeIntervalSince1970: TimeInterval(end)).formatted(.iso8601)
        #expect(longest.errors == "Valid until \(written).\n")
        let month = try await make(["--key-file", path, "--lifetime", "2591999"])
        #expect(month.status == 0)
        #expect(month.errors.contains("30 days"))
        for lifetime in ["15777001", "0", "-1", "1.5", "9223372036854775808"] {
            let ended = try await make(["--key-file", path, "--lifetime=\(lifetime)"])
            #expect(ended.status == 2)
            #expect(ended.output.isEmpty)
        }
    }

    @Test func `names the wrong kind of key, and shows none of it`() async throws {
        let rsa = try SigningKey.makeRS256(keyID: nil).pemRepresentation
        let wrong = [
            (key.publicKey.pemRepresentation, "key_public"), (rsa, "key_not_p256"), ("", "key_empty"),
            (P384.Signing.PrivateKey().pemRepresentation, "key_wrong_curve"),
            ("AuthKey_ABC123DEFG.p8", "key_file_name"),
        ]
        for (text, code) in wrong {
            let ended = try await make(["--key-file", "-"], input: text)
            #expect(ended.status == 2)
            #expect(ended.errors.contains(code))
            for line in text.split(separator: "\n") where line.count > 30 {
                #expect(!ended.errors.contains(line) && !ended.output.contains(line))
            }
        }
    }

    @Test(arguments: [
        [], ["--key-file", "/nowhere/key.p8"], ["--key-file", "/tmp"], ["--key-environment", "SIWA_NOT_SET"],
        ["--key-file", "-", "--key-environment", "A"],
    ])
    func `leaves with 2 where there is no key`(arguments: [String]) async throws {
        let ended = try await make(arguments)
        #expect(ended.status == 2)
        #expect(ended.output.isEmpty)
    }

    @Test func `can be verified by token inspect's reader, which believes nothing`() async throws {
        let secret = try await make(
            ["--key-file", "-", "--lifetime", "864000", "--now", "1750000000"], input: key.pemRepresentation)
        let ended = try await Program.siwa.run(["token", "inspect", "--now", "1750000000"], input: secret.output)
        #expect(ended.status == 0)
        #expect(ended.errors.contains("UNVERIFIED"))
        #expect(ended.errors.contains("expires in 10 days"))
        #expect(try ended.object().bool("verified") == false)
        #expect(try ended.object()["claims"]?.object?.text("sub") == "com.example.web")
    }

    @Test(arguments: [
        (["--team-id", "com.example.app"], "--team-id: team_id_invalid: This looks like a bundle ID or Services ID."),
        (["--key-id", "AuthKey_ABC123DEFG"], "--key-id: key_id_invalid: This is the name of a key's file"),
        (["--key-id", "ABCDE12345"], "--key-id: key_id_invalid: This is the Team ID."),
        (["--client-id", "ABCDE12345.com.example.web"], "--client-id: client_id_invalid: The Team ID stands in front"),
        (["--client-id", "com.example.web "], "--client-id: client_id_invalid: There is white space around it."),
    ])
    func `refuses an identifier that Apple cannot have given out, and says what it looks like`(
        _ options: [String], _ reason: String
    ) async throws {
        let path = try folder.folder.write(key.pemRepresentation, to: "AuthKey.p8")
        let ended = try await make(["--key-file", path] + options)
        #expect(ended.status == 2 && ended.output.isEmpty)
        #expect(ended.errors.contains(reason), "\(ended.errors)")
    }
}
