import Testing

@testable import PasswordHashing

/// What the text of a stored hash tells before the person tries to sign in.
struct `A hash that no password will fit` {
    private static let salt = "AAECAwQFBgcICQoLDA0ODw"
    private static let key = "YfTJG0IeVoi3pyfULCN9lF/OHMHpkPH+xl55iOmrGfI"
    private static let hex = "0123456789abcdef0123456789abcdef"
    private static let bcrypt = "$2b$12$abcdefghijklmnopqrstuu0123456789abcdefghijklmnopqrstu"

    private static let damaged: [String] = [
        String(bcrypt.dropLast()), bcrypt + "a", "$2a$12$abc", bcrypt.replacing("stuu0", with: "stuv0"),
        String(bcrypt.dropLast()) + "v", "bcrypt$" + String(bcrypt.dropLast()),
    ]

    private static let texts: [(PasswordHashDoubt, [String])] = [
        (.unusable, ["!rT8sDjf3", "", "*"]),
        (
            .prehashed,
            [
                "bcrypt_sha256$" + bcrypt,
                "$bcrypt-sha256$v=2,t=2b,r=12$n79VH.0Q2TMWmt3Oqt9uku$Kq4Noyk3094Y2QlB8NdRT8SvGiI4ft2",
            ]
        ),
        (.keyed, ["$argon2id$v=19$m=19456,t=2,p=1,keyid=AAAA$\(salt)$\(key)"]),
        (
            .padded,
            [
                "$argon2id$v=19$m=19456,t=2,p=1$\(salt)==$\(key)=",
                "argon2$argon2id$v=19$m=19456,t=2,p=1$\(salt)==$\(key)=",
            ]
        ),
        (.encrypted, [#"{"key_id":"k","alg":"aes-gcm-hkdf","data":"x"}"#]),
        (
            .hexadecimal,
            [
                "$pbkdf2-sha256$i=600000,l=32$\(hex)$\(key)", "$pbkdf2-sha256$i=64000$\(hex)$\(hex)\(hex)",
                "pbkdf2_sha256$600000$salt$\(hex)\(hex)",
            ]
        ),
        (.cutOff, damaged),
        (.malformed, ["$scrypt$ln=10,r=8,p=1$\(salt)"]),
        (.tooCostly, ["$scrypt$ln=30,r=8,p=1$\(salt)$\(key)"]),
        (.unknownForm, ["$fbscrypt$v=1,n=14,r=8$\(salt)$\(key)", "5f4dcc3b5aa765d61d8327deb882cf99"]),
    ]

    @Test(arguments: texts)
    func `is known by its cause`(_ cause: PasswordHashDoubt, _ texts: [String]) {
        for text in texts { #expect(PasswordHashDoubt(of: text) == cause, "\(text)") }
    }

    @Test(arguments: [
        "$scrypt$ln=14,r=8,p=1$\(salt)$\(key)", "$pbkdf2-sha256$600000$\(salt)$\(key)",
        // A correctly converted Discourse hash: its salt is text, not bytes.
        "pbkdf2_sha256$600000$\(hex)$\(key)=", "scrypt:16384:16:1$\(hex)$\(hex)\(hex)",
    ])
    func `is none of those that may fit`(_ text: String) {
        #expect(PasswordHashDoubt(of: text) == nil)
    }

    @Test func `is every one of a kind that is not built in`() {
        #if LegacyPasswords
            #expect(PasswordHashDoubt(of: Self.bcrypt) == nil)
        #else
            #expect(PasswordHashDoubt(of: Self.bcrypt) == .notBuiltIn)
        #endif
        let plain = "$argon2id$v=19$m=19456,t=2,p=1$\(Self.salt)$\(Self.key)"
        #expect([nil, .notBuiltIn].contains(PasswordHashDoubt(of: plain)))
    }
}
