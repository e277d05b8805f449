import JSONWebTokens
import Testing

@Suite struct CompactJWSTests {
    @Test(arguments: SignatureAlgorithm.allCases)
    func `takes apart and verifies what our own key signed`(algorithm: SignatureAlgorithm) throws {
        let key = try algorithm == .es256 ? SigningKey.makeES256(keyID: "k1") : SigningKey.makeRS256(keyID: "k1")
        let token = try key.sign(payload: Array(#"{"sub":"001"}"#.utf8))
        let jws = try CompactJWS(token)
        #expect(jws.header.keyID == "k1")
        #expect(jws.header.members.names == ["kid", "alg"])
        #expect(jws.payload == Array(#"{"sub":"001"}"#.utf8))
        #expect(jws.isSigned(by: key.verificationKey))
        let published = try JSONWebKeySet(json: JSONWebKeySet(keys: [key.publicJSONWebKey]).json())
        #expect(jws.isSigned(by: try #require(published.key(withID: "k1", algorithm: algorithm))))
        #expect(published.key(withID: "k2", algorithm: algorithm) == nil)
    }
}
