import Testing

@testable import JSONWebTokens

/// A header that was read in advance equals the one that would have been read.
struct KnownHeadersTests {
    /// The content of a token, or the reason why it is malformed.
    private func taken(_ token: String, known: KnownHeaders) -> String {
        do throws(TokenFormatError) {
            let jws = try CompactJWS(token, known: known)
            return [
                String(decoding: jws.header.members.json, as: UTF8.self), jws.header.algorithmName,
                jws.header.keyID ?? "none", jws.header.type ?? "none", Base64URL.encode(jws.payload),
                Base64URL.encode(jws.signature),
            ].joined(separator: " ")
        } catch {
            return "\(error.code)"
        }
    }

    @Test func `every token of the fixtures is taken for the same with and without`() throws {
        let published = try Fixture.Tokens.published("signatures")
        let tokens = try Fixture.Tokens.all("jws")
        #expect(tokens.count > 30)
        for entry in tokens {
            #expect(
                taken(entry.text, known: published.knownHeaders) == taken(entry.text, known: .none), "\(entry.id)")
        }
    }

    @Test(arguments: SignatureAlgorithm.allCases)
    func `the header of a key is known, and no other`(algorithm: SignatureAlgorithm) throws {
        for keyID in ["k1", "with/slash", "Schlüssel", #"quo"te"#, "k\u{7}"] {
            let key = try algorithm == .es256 ? SigningKey.makeES256(keyID: keyID) : SigningKey.makeRS256(keyID: keyID)
            let keys = JSONWebKeySet(keys: [key.publicJSONWebKey])
            let token = try key.sign(payload: Array(#"{"sub":"001"}"#.utf8))
            let header = Array(token.utf8.prefix { $0 != UInt8(ascii: ".") })
            func isKnown(_ text: [UInt8]) -> Bool {
                text.withUnsafeBytes { keys.knownHeaders.find($0) != nil }
            }
            #expect(isKnown(header))
            for position in header.indices {
                var other = header
                other[position] = other[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                #expect(!isKnown(other))
            }
            #expect(!isKnown(header + [UInt8(ascii: "A")]))
            #expect(!isKnown(header.dropLast()))
            #expect(!isKnown([]))
            #expect(taken(token, known: keys.knownHeaders) == taken(token, known: .none))
            #expect(try CompactJWS(token, known: keys.knownHeaders).isSigned(by: key.verificationKey))
        }
    }

    @Test func `whatever is wrong behind a known header is found`() throws {
        let key = try SigningKey.makeRS256(keyID: "k1")
        let keys = JSONWebKeySet(keys: [key.publicJSONWebKey])
        let parts = try key.sign(payload: Array(#"{"sub":"001"}"#.utf8)).split(separator: ".").map(String.init)
        for token in [
            parts[0], "\(parts[0]).", "\(parts[0])..\(parts[2])", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1])",
            "\(parts[0]).\(parts[1])=.\(parts[2])", "\(parts[0]).\(parts[1]).\(parts[2]).\(parts[2])",
            "\(parts[0]).\(parts[2]).\(parts[1])", "\(parts[0]) .\(parts[1]).\(parts[2])",
        ] {
            #expect(taken(token, known: keys.knownHeaders) == taken(token, known: .none), "\(token.count)")
        }
        let swapped = try CompactJWS("\(parts[0]).\(parts[1]).\(parts[2].dropLast(2))AA", known: keys.knownHeaders)
        #expect(!swapped.isSigned(by: key.verificationKey))
    }
}
