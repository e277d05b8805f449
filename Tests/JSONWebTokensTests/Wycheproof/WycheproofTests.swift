import Crypto
import Foundation
import JSONWebTokens
import Testing

/// Project Wycheproof's cases for this package's algorithms. The results must match the file, except for
/// ``RefusedOnPurpose``.
@Suite struct WycheproofTests {
    /// Checks a file. The numbers of cases and of accepted ones are given, so that a file that shrinks is noticed.
    private func agree(_ name: String, cases: Int, accepted: Int, _ accepts: (WycheproofFile.Case) throws -> Bool)
        throws
    {
        guard let file = try WycheproofFile(name) else { return }
        let found = try file.differences(accepts)
        #expect(found.acceptedThoughInvalid == [])
        #expect(found.refusedThoughNot == RefusedOnPurpose.cases(of: name))
        #expect(file.cases.count == cases)
        #expect(found.accepted == accepted)
        print(
            "Wycheproof, \(name): \(cases) run, \(accepted) accepted, \(found.refusedThoughNot.count) refused on purpose"
        )
    }

    private func isSigned(_ token: String, by keys: JSONWebKeySet) -> Bool {
        guard let token = try? CompactJWS(token) else { return false }
        return keys.keys.contains { token.isSigned(by: $0) }
    }

    @Test func `judges every token as the file does`() throws {
        try agree("json_web_signature_test", cases: 401, accepted: 9) { entry in
            try isSigned(entry.text("jws"), by: entry.publishedKeys())
        }
    }

    @Test func `judges every key set as the file does`() throws {
        try agree("json_web_key_test", cases: 26, accepted: 1) { entry in
            try isSigned(entry.text("jws"), by: entry.publishedKeys())
        }
    }

    @Test func `takes no private or symmetric key for a published one`() throws {
        for name in ["json_web_signature_test", "json_web_key_test"] {
            guard let file = try WycheproofFile(name) else { return }
            for entry in file.cases {
                // One set contains a public key next to a symmetric one.
                let publicKeys = name == "json_web_key_test" && entry.id == 1 ? 1 : 0
                #expect(try entry.privateKeys().keys.count == publicKeys, "\(entry.label)")
            }
        }
    }

    @Test func `judges every RSA signature as the file does`() throws {
        try agree("rsa_signature_2048_sha256_test", cases: 259, accepted: 7) { entry in
            try entry.rsaKey()?.isValidSignature(entry.bytes("sig"), for: entry.bytes("msg")) ?? false
        }
    }

    @Test func `judges every ECDSA signature of r and s as the file does`() throws {
        try agree("ecdsa_secp256r1_sha256_p1363_test", cases: 262, accepted: 173) { entry in
            try entry.point().isValidSignature(entry.bytes("sig"), for: entry.bytes("msg"))
        }
    }

    /// ES256 signatures are never DER (RFC 7518, section 3.4), so another library extracts r and s.
    @Test func `judges every ECDSA signature in DER as the file does, once it is r and s`() throws {
        try agree("ecdsa_secp256r1_sha256_test", cases: 484, accepted: 174) { entry in
            guard let pair = try? P256.Signing.ECDSASignature(derRepresentation: entry.bytes("sig")) else {
                return false
            }
            return try entry.point().isValidSignature(Array(pair.rawRepresentation), for: entry.bytes("msg"))
        }
    }

    @Test func `takes no ECDSA signature in DER as it is`() throws {
        guard let file = try WycheproofFile("ecdsa_secp256r1_sha256_test") else { return }
        for entry in file.cases {
            let signature = try entry.bytes("sig")
            #expect(try !entry.point().isValidSignature(signature, for: entry.bytes("msg")), "\(entry.label)")
        }
    }

    @Test func `gives a reason for each case that is refused on purpose, once`() {
        let listed = RefusedOnPurpose.all.flatMap { entry in entry.cases.map { "\(entry.file) \($0)" } }
        #expect(Set(listed).count == listed.count)
        #expect(RefusedOnPurpose.all.allSatisfy { $0.reason.count > 10 })
    }
}
