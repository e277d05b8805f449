import JSONWebTokens
import Testing

@Suite struct CompactJWSTests {
    @Test(arguments: SignatureAlgorithm.allCases)
    func `takes apart and verifies what our own key signed`(algorithm: SignatureAlgorithm) throws {
        let key = try algorithm == .es256 ? SigningKey.makeES256(keyID: "k1") : SigningKey.makeRS256(keyID: "k1")
        let token = try key.sign(payload: Array(#"{"sub":"001"}"#.utf8))
        let jws = try CompactJWS(token)
        #expect(jws.header.keyID == "k1")
        #expect(jws.header.type == nil)
        #expect(jws.header.members.names == ["kid", "alg"])
        #expect(jws.payload == Array(#"{"sub":"001"}"#.utf8))
        #expect(jws.isSigned(by: key.verificationKey))
        let published = try JSONWebKeySet(json: JSONWebKeySet(keys: [key.publicJSONWebKey]).json())
        #expect(jws.isSigned(by: try #require(published.key(withID: "k1", algorithm: algorithm))))
        #expect(published.key(withID: "k2", algorithm: algorithm) == nil)
    }

    @Test func `writes typ and further headers only when they are given`() throws {
        let key = SigningKey.makeES256(keyID: "k1")
        let token = try key.sign(payload: [1], type: "at+jwt", extraHeaders: [(name: "v", value: 2)])
        let header = try CompactJWS(token).header
        #expect(header.members.json == Array(#"{"kid":"k1","alg":"ES256","typ":"at+jwt","v":2}"#.utf8))
        #expect(header.type == "at+jwt")
        #expect(try CompactJWS(SigningKey.makeES256(keyID: nil).sign(payload: [1])).header.members.names == ["alg"])
    }

    @Test func `signs any header for tests, and no key takes it for another algorithm`() throws {
        let key = try SigningKey.makeRS256(keyID: "k1")
        let token = try key.sign(header: Array(#"{"kid":"k1","alg":"ES256"}"#.utf8), payload: [1])
        let jws = try CompactJWS(token)
        #expect(jws.header.algorithm == .es256)
        #expect(!jws.isSigned(by: key.verificationKey))
    }

    @Test func `accepts every token another implementation signed, by its own key only`() throws {
        let published = try Fixture.Tokens.published("signatures")
        #expect(published.keys.count == 6)
        let tokens = try Fixture.Tokens.all("jws").filter { $0.verdict == "accept" }
        for entry in tokens {
            let jws = try CompactJWS(entry.text)
            #expect(Base64URL.encode(jws.payload) == entry.payload, "\(entry.id)")
            let keyID = try #require(jws.header.keyID)
            let signers = published.keys.filter { jws.isSigned(by: $0) }
            #expect(signers.map(\.keyID) == [keyID], "\(entry.id)")
        }
        #expect(tokens.count == 14)
    }

    /// Whether the key that the token names is published for the token's algorithm and made the signature.
    private func isSignedByItsKey(_ jws: CompactJWS, among published: JSONWebKeySet) -> Bool {
        guard let algorithm = jws.header.algorithm, let keyID = jws.header.keyID,
            let key = published.key(withID: keyID, algorithm: algorithm)
        else { return false }
        return jws.isSigned(by: key)
    }

    @Test func `refuses every token that another key, or nobody, signed`() throws {
        let published = try Fixture.Tokens.published("signatures")
        let tokens = try Fixture.Tokens.all("jws").filter { $0.verdict == "refuse" }
        for entry in tokens {
            let jws = try CompactJWS(entry.text)
            let mayBeSigned = entry.reason == "extension_not_understood"
            #expect(isSignedByItsKey(jws, among: published) == mayBeSigned, "\(entry.id)")
            if entry.family == "signature" {
                let signers = published.keys.filter { jws.isSigned(by: $0) }
                #expect(signers.allSatisfy { $0.keyID != jws.header.keyID }, "\(entry.id)")
            }
        }
        #expect(tokens.count == 42)
    }

    @Test(arguments: ["identity", "notification"])
    func `refuses every shape with the code it deserves, and every forged signature`(kind: String) throws {
        let published = try Fixture.Tokens.published("usual")
        let families = ["algorithm", "key-id", "key-in-token", "signature"]
        var shapes = 0
        for entry in try Fixture.Tokens.all(kind) {
            do throws(TokenFormatError) {
                let jws = try CompactJWS(entry.text)
                #expect(entry.shape == nil, "\(entry.id) has a shape that must be refused")
                // A valid ES256 signature is not wrong at this level. Only the verifiers require RS256.
                guard entry.keys == nil, families.contains(entry.family), jws.header.algorithm != .es256 else {
                    continue
                }
                #expect(!isSignedByItsKey(jws, among: published), "\(entry.id)")
            } catch {
                shapes += 1
                #expect(error.code.rawValue == entry.shape, "\(entry.id)")
            }
        }
        #expect(shapes == (kind == "identity" ? 171 : 39))
    }

    @Test func `shows the members a caller must refuse`() throws {
        let entry = try #require(Fixture.Tokens.all("jws").first { $0.family == "crit" })
        let header = try CompactJWS(entry.text).header
        #expect(header.contains("crit") && header.contains("b64"))
        #expect(!header.contains("zip") && !header.contains("Crit"))
    }

    @Test func `keeps to limits of the caller's choice`() throws {
        let token = try SigningKey.makeES256(keyID: "k").sign(payload: Array(repeating: 1, count: 600))
        #expect(throws: TokenFormatError(.tokenTooLarge)) {
            try CompactJWS(token, limits: TokenLimits(maximumBytes: 800))
        }
        #expect(throws: TokenFormatError("header_members")) {
            try CompactJWS(token, limits: TokenLimits(maximumMembers: 1))
        }
    }

    @Test func `finds an algorithm by its octets, not by what looks alike`() throws {
        let key = SigningKey.makeES256(keyID: "k")
        for name in ["es256", "ES256 ", "\u{FF25}S256", "RS256\u{0}", "none"] {
            let header: JSONObject = ["alg": .string(name)]
            let jws = try CompactJWS(key.sign(header: header.json, payload: [1]))
            #expect(jws.header.algorithm == nil)
            #expect(jws.header.algorithmName.utf8.elementsEqual(name.utf8))
            #expect(!jws.isSigned(by: key.verificationKey))
        }
    }
}
