import Foundation
import Testing

@testable import PasswordHashing

/// Published test vectors, and hashes from other programs.
struct `Stored hashes` {
    private struct Fixture: Decodable {
        struct Hash: Decodable, CustomTestStringConvertible {
            let tool: String
            let algorithm: String
            let hash: String
            var testDescription: String { tool }
        }

        let password: String
        let hashes: [Hash]
    }

    private static let fixture: Fixture? = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/hashes.json")
        return (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Fixture.self, from: $0) }
    }()

    private static func hexadecimal(_ text: String) -> [UInt8]? {
        HashText.hexadecimal(text.filter { $0 != " " && $0 != "\n" })
    }

    @Test(arguments: [
        (
            "", "", 4, 1, 1,
            """
            77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
            fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
            """
        ),
        (
            "password", "NaCl", 10, 8, 16,
            """
            fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
            2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
            """
        ),
        (
            "pleaseletmein", "SodiumChloride", 14, 8, 1,
            """
            7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
            d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
            """
        ),
    ])
    func `follow the scrypt vectors of RFC 7914 section 12`(
        _ password: String, _ salt: String, _ logarithmOfN: Int, _ blockSize: Int, _ parallelism: Int, _ key: String
    ) throws {
        let parameters = try #require(
            ScryptParameters(logarithmOfN: logarithmOfN, blockSize: blockSize, parallelism: parallelism))
        #expect(
            parameters.derive(Array(password.utf8), salt: Array(salt.utf8), length: 64) == Self.hexadecimal(key))
    }

    @Test(arguments: [
        ("sha1", "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        ("sha1", "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        ("sha1", "password", "salt", 4_096, "4b007901b765489abead49d926f721d065a429c1"),
        (
            "sha1", "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4_096,
            "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
        ),
        ("sha1", "pass\0word", "sa\0lt", 4_096, "56fa6aa75548099dcc37d7f03425e0c3"),
        (
            "sha256", "passwd", "salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
    ])
    func `follow the PBKDF2 vectors of RFC 6070, and of RFC 7914 section 11`(
        _ function: String, _ password: String, _ salt: String, _ iterations: Int, _ key: String
    ) throws {
        let expected = try #require(Self.hexadecimal(key))
        let known = try #require(PBKDF2Parameters.Function(rawValue: function))
        let parameters = try #require(PBKDF2Parameters(known, iterations: iterations, length: expected.count))
        let found = parameters.derive(Array(password.utf8), salt: Array(salt.utf8), length: expected.count)
        #expect(found == expected)
    }

    @Test func `come from other programs and are met by their password only`() throws {
        let fixture = try #require(Self.fixture)
        let password = try #require(Password(fixture.password))
        let other = try #require(Password(fixture.password + " "))
        #expect(fixture.hashes.count > 20)
        for stored in fixture.hashes {
            let algorithm = try #require(PasswordAlgorithm(rawValue: stored.algorithm))
            do throws(PasswordHashRejection) {
                let hash = try PasswordHash(parsing: stored.hash)
                #expect(hash.algorithm == algorithm && hash.text == stored.hash, "\(stored.tool)")
                #expect(hash.matches(password), "\(stored.tool)")
                #expect(!hash.matches(other), "\(stored.tool)")
                #expect(hash.isOutdated(for: .standard), "\(stored.tool)")
            } catch {
                #expect(error == .notBuiltIn(algorithm), "\(stored.tool)")
                #expect([.bcrypt, .argon2id].contains(algorithm) && error.meaning.contains("LegacyPasswords"))
            }
        }
    }

    @Test func `are met by a password in either of its spellings`() throws {
        let parameters = try #require(ScryptParameters(logarithmOfN: 4))
        let composed = try #require(Password("d\u{E9}j\u{E0} vu 12"))
        let decomposed = try #require(Password("de\u{301}ja\u{300} vu 12"))
        let salt = Array(repeating: UInt8(7), count: PasswordHash.saltLength)
        let hash = try #require(PasswordHash(composed, parameters: parameters, salt: salt))
        #expect(hash.matches(decomposed) && hash.matches(composed))
        let upper = try #require(Password("D\u{E9}j\u{E0} vu 12"))
        #expect(!hash.matches(upper))
        #expect(hash.text.hasPrefix("$scrypt$ln=4,r=8,p=1$BwcHBwcHBwcHBwcHBwcHBw$"))
        #expect(try PasswordHash(parsing: hash.text) == hash)
        #expect(!hash.isOutdated(for: parameters) && hash.isOutdated(for: .standard))
        #expect(!"\(hash) \(composed)".contains("vu"))
        #expect(!String(reflecting: hash).contains("BwcH"))
    }
}
