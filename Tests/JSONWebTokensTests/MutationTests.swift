import Foundation
import JSONWebTokens
import Testing
import TokenTestSupport

/// Valid texts with random damage, from a fixed seed: no text may stop the process, and no damaged token may have a
/// valid signature.
@Suite struct MutationTests {
    private static let seeds = 0..<8

    /// Damages bytes as editors, networks and attackers do.
    private func damaged(_ bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
        var result = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...max(0, result.count - 1), using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where !result.isEmpty: result[place] = UInt8.random(in: 0...255, using: &random)
            case 1 where !result.isEmpty: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2 where !result.isEmpty: result.remove(at: place)
            case 3: result.insert(UInt8.random(in: 0...255, using: &random), at: min(place, result.count))
            case 4: result = Array(result.prefix(place))
            case 5: result.insert(contentsOf: result.suffix(Int.random(in: 0...40, using: &random)), at: place)
            default:
                let pieces = [
                    "{", "}", "[", "]", "\"", ",", ":", "\\u", "\\ud800", "-", "1e9", ".", "null", "\u{0}", "=",
                    "-----",
                ]
                result.insert(
                    contentsOf: Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8),
                    at: min(place, result.count))
            }
        }
        return result
    }

    @Test(arguments: seeds)
    func `survives damaged tokens, and verifies none`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let published = try Fixture.Tokens.published("signatures")
        let tokens = try Fixture.Tokens.all("jws").filter { $0.verdict == "accept" && $0.token.utf8.count < 4_000 }
        var parsed = 0
        for _ in 0..<1_500 {
            let token = try #require(tokens.randomElement(using: &random)).token
            let text = String(decoding: damaged(Array(token.utf8), using: &random), as: UTF8.self)
            guard text != token, let jws = try? CompactJWS(text) else { continue }
            parsed += 1
            #expect(!published.keys.contains { jws.isSigned(by: $0) })
        }
        #expect(parsed > 0)
    }

    @Test(arguments: seeds)
    func `survives damaged JSON, and reads again what it accepts`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 100)
        let text =
            #"{"iss":"https://a.example","exp":1709560000,"n":[1,-2.5e3,{"a":null}],"t":true,"s":"\u00e9\ud83c\udf4e é🍎"}"#
        var accepted = 0
        for _ in 0..<5_000 {
            guard let object = try? StrictJSONReader.readObject(damaged(Array(text.utf8), using: &random)) else {
                continue
            }
            accepted += 1
            #expect(try StrictJSONReader.readObject(object.json) == object)
            #expect(Set(object.names.map { Array($0.utf8) }).count == object.count)
        }
        #expect(accepted > 0)
    }

    @Test(arguments: seeds)
    func `accepts no JSON that Foundation refuses`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 200)
        let text = #"{"iss":"x","exp":17,"n":[1,-2.5e3,{"a":null}],"t":true,"s":"\u00e9 é"}"#
        for _ in 0..<2_000 {
            let bytes = damaged(Array(text.utf8), using: &random)
            guard (try? StrictJSONReader.readObject(bytes)) != nil else { continue }
            // Foundation refuses numbers that do not fit a `Double`. RFC 8259 allows them.
            guard String(decoding: bytes, as: UTF8.self).firstRange(of: /[eE]\+?[0-9]{3}/) == nil else { continue }
            #expect(
                (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil,
                "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: seeds)
    func `survives damaged keys and key sets`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 300)
        let sets: Fixture.KeySets = try Fixture.decode("key-sets.json")
        let keys: Fixture.PrivateKeys = try Fixture.decode("private-keys.json")
        let texts = sets.sets.filter { $0.then == nil }.map(\.text)
        for _ in 0..<150 {
            let text = try #require(texts.randomElement(using: &random))
            guard let set = try? JSONWebKeySet(json: damaged(Array(text.utf8), using: &random)) else { continue }
            for key in set.keys { #expect(!key.isValidSignature([1, 2, 3], for: [1])) }
        }
        for _ in 0..<150 {
            let text = try #require(keys.readable.randomElement(using: &random)).text
            let key = try? SigningKey(
                pem: String(decoding: damaged(Array(text.utf8), using: &random), as: UTF8.self), keyID: nil)
            if let key { #expect(try key.verificationKey.isValidSignature(key.signature(for: [1]), for: [1])) }
        }
    }
}
