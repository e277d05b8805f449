/// Binds a web sign-in to the browser that began it: the cookie holds 32 random bytes, and the attempt their hash.
enum BrowserProof {
    static let length = 32

    /// The stored hash of a proof.
    static func hash(_ proof: String) -> [UInt8] {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/browser-proof".utf8)
        fields.append(proof.utf8)
        return fields.sha256
    }

    /// Compares in constant time.
    static func matches(_ proof: String, hash expected: [UInt8]) -> Bool {
        let presented = hash(proof)
        guard presented.count == expected.count else { return false }
        return zip(presented, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
