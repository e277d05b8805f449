import JSONWebTokens
import Testing

@Suite struct SigningKeyTests {
    @Test func `reads a private key however it was pasted`() throws {
        let fixture: Fixture.PrivateKeys = try Fixture.decode("private-keys.json")
        for entry in fixture.readable {
            do {
                let key = try SigningKey(pem: entry.text, keyID: "k")
                let published = key.publicJSONWebKey.members.members.map { ($0.name, $0.value.string ?? "") }
                #expect(Dictionary(uniqueKeysWithValues: published) == entry.public, "\(entry.name)")
                let jws = try CompactJWS(key.sign(payload: [1, 2, 3]))
                #expect(jws.isSigned(by: try key.publicJSONWebKey.verificationKey()), "\(entry.name)")
            } catch {
                Issue.record("\(entry.name): \(error)")
            }
        }
    }

    @Test(arguments: [1, 2, 4]) func `reads a private key whose line breaks were escaped again and again`(times: Int)
        throws
    {
        let key = SigningKey.makeES256(keyID: "k")
        let escape = String(repeating: "\\", count: times) + "n"
        let escaped = key.pemRepresentation.split(separator: "\n").joined(separator: escape) + escape
        #expect(try SigningKey(pem: escaped, keyID: "k").publicJSONWebKey == key.publicJSONWebKey)
    }

    @Test func `names every wrong form of a key, and shows nothing of it`() throws {
        let fixture: Fixture.PrivateKeys = try Fixture.decode("private-keys.json")
        for entry in fixture.wrong + fixture.needed {
            do throws(SigningKeyError) {
                let algorithm = entry.algorithm.flatMap { SignatureAlgorithm(rawValue: $0) }
                _ = try SigningKey(pem: entry.text, keyID: nil, requiring: algorithm)
                Issue.record("\(entry.name) was accepted")
            } catch {
                #expect(error.code.rawValue == entry.error, "\(entry.name): \(error)")
                #expect(!error.explanation.isEmpty)
                for line in entry.text.split(whereSeparator: \.isNewline) where line.count > 20 && !line.contains("-") {
                    #expect(!error.description.contains(line), "\(entry.name)")
                }
            }
        }
    }

    @Test func `writes a key that it reads again`() throws {
        for key in [SigningKey.makeES256(keyID: "k"), try SigningKey.makeRS256(keyID: "k")] {
            let again = try SigningKey(pem: key.pemRepresentation, keyID: "k", requiring: key.algorithm)
            #expect(again.publicJSONWebKey == key.publicJSONWebKey)
            #expect(key.pemRepresentation.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        }
    }

    @Test func `a key for one type of token signs no token without it`() throws {
        let key = SigningKey.makeES256(keyID: "k").signing(type: "at+jwt")
        let tokens = [
            try key.sign(claims: [("a", .bool(true))]), try key.sign(payload: [1]),
            try key.sign(payload: [1], extraHeaders: [("x", .bool(true))]),
        ]
        for token in tokens { #expect(try CompactJWS(token).header.members.text("typ", is: "at+jwt")) }
        let other = try CompactJWS(key.sign(payload: [1], type: "JWT"))
        #expect(other.header.members.text("typ", is: "JWT"))
    }

    @Test func `prints as redacted in every way`() throws {
        let key = SigningKey.makeES256(keyID: "k1")
        var dumped = ""
        dump(key, to: &dumped)
        let secret = key.pemRepresentation.split(separator: "\n")[1]
        for text in [
            "\(key)", String(reflecting: key), String(describing: [key]), dumped, "\(Mirror(reflecting: key))",
        ] {
            #expect(!text.contains(secret) && !text.contains("P256"))
        }
        #expect("\(key)" == "SigningKey(ES256, k1, redacted)")
    }

    @Test func `gives signatures of the two lengths RFC 7518 asks for`() throws {
        #expect(try SigningKey.makeES256(keyID: nil).signature(for: [1]).count == 64)
        #expect(try SigningKey.makeRS256(keyID: nil).signature(for: [1]).count == 256)
    }
}
