import JSONWebTokens
import Testing

@Suite struct KeySetTests {
    @Test func `uses what is usable of each key set and says why the rest is not`() throws {
        let fixture: Fixture.KeySets = try Fixture.decode("key-sets.json")
        for entry in fixture.sets {
            do throws(TokenFormatError) {
                let set = try JSONWebKeySet(json: entry.bytes)
                #expect(entry.error == nil, "\(entry.name)")
                #expect(set.keys.map(\.keyID) == entry.usable, "\(entry.name)")
                let skipped = set.skipped.map {
                    Fixture.KeySets.Skipped(position: $0.position, reason: $0.reason.rawValue)
                }
                #expect(skipped == entry.skipped, "\(entry.name)")
            } catch {
                #expect(error.code.rawValue == entry.error, "\(entry.name)")
            }
        }
        #expect(fixture.sets.count > 80)
    }

    @Test func `gives no other key than the one asked for`() throws {
        let one = SigningKey.makeES256(keyID: "K")
        let set = JSONWebKeySet(keys: [one.publicJSONWebKey])
        #expect(set.key(withID: "K", algorithm: .es256) != nil)
        #expect(set.key(withID: "K", algorithm: .rs256) == nil)
        for other in ["", "k", "K ", " K", "\u{212A}", "KK", "K\u{0}"] {
            #expect(set.key(withID: other, algorithm: .es256) == nil)
        }
    }

    @Test func `writes the keys it uses, and nothing else of them`() throws {
        let key = SigningKey.makeES256(keyID: "k\"1").publicJSONWebKey
        let x = try #require(key.x)
        let y = try #require(key.y)
        let text =
            #"{"keys":[{"kty":"EC","kid":"k\"1","use":"sig","alg":"ES256","crv":"P-256","x":"\#(x)","y":"\#(y)"}]}"#
        #expect(JSONWebKeySet(keys: [key]).json() == Array(text.utf8))
        #expect(JSONWebKeySet(keys: []).json() == Array(#"{"keys":[]}"#.utf8))
    }

    @Test func `reads keys that are up to 64 KiB together, and no more by default`() throws {
        let key = SigningKey.makeES256(keyID: "k").publicJSONWebKey
        let text = JSONWebKeySet(keys: [key]).json()
        let padded = text + Array(repeating: 0x20, count: 65_536 - text.count)
        #expect(try JSONWebKeySet(json: padded).keys.count == 1)
        #expect(throws: TokenFormatError(.jsonTooLarge)) { try JSONWebKeySet(json: padded + [0x20]) }
        #expect(try JSONWebKeySet(json: padded + [0x20], limits: TokenLimits(maximumBytes: 100_000)).keys.count == 1)
    }
}
