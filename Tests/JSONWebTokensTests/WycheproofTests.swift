import Foundation
import JSONWebTokens
import Testing

/// Project Wycheproof's cases for RS256 and ES256, from the folder `wycheproof` in SIGN_IN_TEST_DATA.
@Suite struct WycheproofTests {
    /// The folder; nil where the variable is not set. With CI set, a folder that is named must hold the files.
    private static func file(_ name: String) throws -> Data? {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["SIGN_IN_TEST_DATA"], !folder.isEmpty else {
            print("not run: Wycheproof's \(name), since SIGN_IN_TEST_DATA is not set")
            return nil
        }
        do {
            return try Data(contentsOf: URL(filePath: folder).appending(path: "wycheproof/\(name)"))
        } catch  where environment["CI"] == nil {
            print("not run: Wycheproof's \(name) is not in \(folder)")
            return nil
        }
    }

    private struct Signatures: Decodable {
        struct Group: Decodable {
            struct Test: Decodable {
                let tcId: Int
                let comment: String
                let jws: String?
                let result: String
                let flags: [String]
            }
            let tests: [Test]
        }
        let testGroups: [Group]
    }

    /// The key a group gives, in our form: public where there is one, else the public members of the private one.
    private func key(of group: [String: Any]) throws -> (set: JSONWebKeySet, algorithm: String)? {
        guard let given = (group["public"] ?? group["private"]) as? [String: Any] else { return nil }
        var members = given.filter { ["kty", "kid", "use", "alg", "n", "e", "crv", "x", "y"].contains($0.key) }
        guard let algorithm = members["alg"] as? String, algorithm == "RS256" || algorithm == "ES256" else {
            return nil
        }
        members["use"] = members["use"] ?? "sig"
        return (try JSONWebKeySet(json: Array(JSONSerialization.data(withJSONObject: ["keys": [members]]))), algorithm)
    }

    @Test func `agrees with every token case for RS256 and ES256`() throws {
        guard let data = try Self.file("json_web_signature_test.json") else { return }
        let raw = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let groups = try #require(raw["testGroups"] as? [[String: Any]])
        let cases = try JSONDecoder().decode(Signatures.self, from: data)
        var (run, refused) = (0, [String]())
        for (group, tests) in zip(groups, cases.testGroups) {
            guard let (set, _) = try key(of: group) else { continue }
            for test in tests.tests {
                guard let token = test.jws else { continue }
                run += 1
                let jws = try? CompactJWS(token)
                let accepted = jws.map { jws in set.keys.contains { jws.isSigned(by: $0) } } ?? false
                if test.result == "invalid" {
                    #expect(!accepted, "case \(test.tcId): \(test.comment)")
                } else if !accepted {
                    refused.append("\(test.tcId) (\(test.comment))")
                }
            }
        }
        print(
            "Wycheproof, tokens: \(run) run; refused though acceptable: \(refused.isEmpty ? "none" : refused.joined(separator: ", "))"
        )
        #expect(run > 200)
        // RFC 7515 allows an empty payload; there are no claims in one, and the three parts must not be empty here.
        #expect(refused == ["259 (emptyPayload)"])
    }

    /// What is refused though it is valid or acceptable: a digest without its NULL, and keys with the exponent 3 (FIPS 186-5).
    @Test(arguments: [
        (
            "rsa_signature_2048_sha256_test.json",
            ["8 (Missing NULL in the ASN encoding)", "258 (small signature)", "259 (signature is close to n)"]
        ),
        ("ecdsa_secp256r1_sha256_p1363_test.json", []),
    ])
    func `agrees with every signature case`(name: String, known: [String]) throws {
        guard let data = try Self.file(name) else { return }
        let raw = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        var (run, refused) = (0, [String]())
        for group in try #require(raw["testGroups"] as? [[String: Any]]) {
            let key = try? jwk(#require(group["publicKey"] as? [String: Any])).verificationKey()
            for test in try #require(group["tests"] as? [[String: Any]]) {
                let accepted = try key?.isValidSignature(bytes(test["sig"]), for: bytes(test["msg"])) ?? false
                run += 1
                let label = "\(test["tcId"] ?? "") (\(test["comment"] ?? ""))"
                if test["result"] as? String == "invalid" {
                    #expect(!accepted, "\(label)")
                } else if !accepted {
                    refused.append(label)
                }
            }
        }
        print("Wycheproof, \(name): \(run) run; refused though acceptable: \(refused)")
        #expect(run > 200)
        #expect(refused == known)
    }

    private func jwk(_ key: [String: Any]) throws -> JSONWebKey {
        func number(_ name: String, length: Int?) throws -> String {
            let digits = Array(try bytes(key[name]).drop { $0 == 0 })
            return Base64URL.encode(Array(repeating: 0, count: (length ?? digits.count) - digits.count) + digits)
        }
        guard key["modulus"] == nil else {
            let n = try number("modulus", length: nil)
            return JSONWebKey(rsaModulus: n, exponent: try number("publicExponent", length: nil), keyID: nil)
        }
        return JSONWebKey(p256X: try number("wx", length: 32), y: try number("wy", length: 32), keyID: nil)
    }

    private func bytes(_ value: Any?) throws -> [UInt8] {
        let text = try #require(value as? String)
        return try stride(from: 0, to: text.count, by: 2).map { offset in
            let start = text.index(text.startIndex, offsetBy: offset)
            return try #require(UInt8(text[start..<text.index(start, offsetBy: 2)], radix: 16))
        }
    }
}
