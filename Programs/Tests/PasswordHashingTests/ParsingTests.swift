import Testing

@testable import PasswordHashing

struct `A stored hash that cannot be used` {
    private static let salt = "AAECAwQFBgcICQoLDA0ODw"
    private static let key = "YfTJG0IeVoi3pyfULCN9lF/OHMHpkPH+xl55iOmrGfI"

    private func rejection(_ text: String) -> PasswordHashRejection? {
        do throws(PasswordHashRejection) {
            _ = try PasswordHash(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "", " ", "password", "$", "$$", "$1$abc$def", "$5$rounds=5000$salt$hash", "{SSHA}abc", "md5$salt$hash",
        "$argon2i$v=19",
        "5f4dcc3b5aa765d61d8327deb882cf99", "$scrypt", "pbkdf2:md5:1000$salt$00", "plain:x", "$2$05$abc", "bcrypt",
        "$scrypt$ln=10,r=8,p=1$\(salt)$\(key)\n", "$scrypt$ln=10,r=8,p=1$\(salt)$\(key)é",
        "$scrypt$ln=10,r=8,p=1$\(salt)$" + String(repeating: "A", count: 512),
    ])
    func `has no known form`(_ text: String) {
        #expect([.unknownForm, .malformed(.scrypt)].contains(rejection(text)))
        #expect(text == "$scrypt" || rejection(text) == .unknownForm)
    }

    @Test(arguments: [
        "$scrypt$ln=10,r=8,p=1$\(salt)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(key)$",
        "$scrypt$ln=10,p=1,r=8$\(salt)$\(key)",
        "$scrypt$ln=10,r=8$\(salt)$\(key)", "$scrypt$ln=+10,r=8,p=1$\(salt)$\(key)",
        "$scrypt$ln=010,r=8,p=1$\(salt)$\(key)", "$scrypt$ln=10,r=8,p=1$\(salt)$AAAA", "$scrypt$ln=10,r=8,p=1$$\(key)",
        "$scrypt$ln=10,r=8,p=1$\(salt)$", "$scrypt$ln=10,r=8,p=1$\(salt)$!\(key)", "scrypt$1000$salt$8$1$\(key)",
        "scrypt$1$salt$8$1$\(key)", "scrypt:1024:8:1$salt$ABCDEF", "scrypt:1024:8$salt$00",
        "$scrypt$ln=10,r=8,p=1$\(salt)$\(key)===", "$scrypt$ln=10,r=8,p=10000000000$\(salt)$\(key)",
    ])
    func `says scrypt and is something else`(_ text: String) {
        #expect(rejection(text) == .malformed(.scrypt))
    }

    @Test(arguments: [
        ("$scrypt$ln=21,r=1,p=1$\(salt)$\(key)", PasswordAlgorithm.scrypt),
        ("$scrypt$ln=18,r=16,p=1$\(salt)$\(key)", .scrypt), ("$scrypt$ln=17,r=8,p=5$\(salt)$\(key)", .scrypt),
        ("$scrypt$ln=999999999,r=999999999,p=999999999$\(salt)$\(key)", .scrypt),
        ("$scrypt$ln=0,r=8,p=1$\(salt)$\(key)", .scrypt), ("$scrypt$ln=10,r=0,p=1$\(salt)$\(key)", .scrypt),
        ("scrypt:4194304:8:1$salt$\(String(repeating: "0a", count: 64))", .scrypt),
        ("$pbkdf2-sha256$4000001$\(salt)$\(key)", .pbkdf2SHA256), ("$pbkdf2-sha256$0$\(salt)$\(key)", .pbkdf2SHA256),
        // A key of 32 octets takes two blocks of SHA-1, and therefore twice the work.
        ("$pbkdf2$2000001$\(salt)$\(key)", .pbkdf2SHA1),
    ])
    func `would take too much memory or time`(_ text: String, _ algorithm: PasswordAlgorithm) {
        #expect(rejection(text) == .tooCostly(algorithm))
    }

    @Test func `is within bounds up to the last`() {
        for text in [
            "$scrypt$ln=18,r=8,p=1$", "$scrypt$ln=20,r=2,p=1$", "$pbkdf2-sha256$4000000$", "$pbkdf2$2000000$",
            "$pbkdf2-sha256$i=1,l=32$",
        ] {
            #expect(rejection(text + Self.salt + "$" + Self.key) == nil, "\(text)")
        }
        #expect(rejection("$pbkdf2-sha256$i=1,l=31$\(Self.salt)$\(Self.key)") == .malformed(.pbkdf2SHA256))
    }

    @Test func `says why in a code and a sentence`() {
        let all: [PasswordHashRejection] =
            [.unknownForm] + PasswordAlgorithm.allCases.flatMap { [.malformed($0), .tooCostly($0), .notBuiltIn($0)] }
        #expect(Set(all.map(\.code)).count == 4 && Set(all.map(\.meaning)).count == all.count)
        for rejection in all {
            if let algorithm = rejection.algorithm { #expect(rejection.meaning.contains(algorithm.rawValue)) }
        }
    }
}
