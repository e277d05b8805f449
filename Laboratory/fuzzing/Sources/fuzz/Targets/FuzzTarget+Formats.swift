import Foundation
import SignInWithApple
import TokenTestSupport

@testable import JSONWebTokens

extension FuzzTarget {
    /// The strict reader: Foundation accepts whatever it accepts, with the same result, and writing and reading changes
    /// nothing.
    static let reader = FuzzTarget(name: "reader") { input in
        guard let object = try? StrictJSONReader.readObject(input) else { return false }
        guard let again = try? StrictJSONReader.readObject(object.json) else {
            promise(object.json.count > 65_536, "what was read and written can be read again")
            return true
        }
        promise(again == object, "what was read, written and read again is the same")
        promise(Set(object.names.map { Array($0.utf8) }).count == object.count, "no name stands twice")
        for (name, value) in object.members {
            promise(object.contains(name), "a name that is there is found")
            promise(object[name] == value, "a value is found by its name")
            promise(value.string == object.text(name), "text is read alike in both ways")
            promise(value.number?.double == object.double(name), "numbers are read alike in both ways")
            promise(value.bool == object.bool(name), "flags are read alike in both ways")
            if let text = value.string { promise(object.text(name, is: text), "text equals itself") }
        }
        guard let witness = try? JSONSerialization.jsonObject(with: Data(input)) else {
            promise(FoundationWitness.refusesForItsNumbers(object), "Foundation accepts what we accept")
            return true
        }
        promise(FoundationWitness.agrees(.object(object), with: witness), "Foundation reads what we read")
        return true
    } mutate: { _, _ in
        nil
    } seeds: {
        let texts = try Corpora.read("Laboratory/corpus/json/texts.json", as: [Corpora.Entry].self)
        return texts.map(\.bytes).filter { $0.count <= Corpora.longest }
    }

    /// Base64url: one text for each sequence of bytes, compared with Foundation's base64.
    static let base64URL = FuzzTarget(name: "base64url") { input in
        let text = Base64URL.encode(input)
        promise((try? Base64URL.decode(text)) == input, "bytes that were encoded are decoded")
        guard let bytes = try? Base64URL.decode(input) else {
            let plain = String(decoding: input, as: UTF8.self).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
            let padded = String(plain) + String(repeating: "=", count: (4 - plain.count % 4) % 4)
            let isStrict = input.allSatisfy { byte in text.utf8.isEmpty || isLetter(byte) }
            guard isStrict, let witness = Data(base64Encoded: padded) else { return false }
            promise(Array(Base64URL.encode(Array(witness)).utf8) != input, "a text that stands for bytes is decoded")
            return false
        }
        promise(Array(Base64URL.encode(bytes).utf8) == input, "a text that was decoded is the only one")
        return true
    } mutate: { input, random in
        // Half of the time, mutates a valid text in one place.
        guard Bool.random(using: &random) else { return nil }
        var text = Array(Base64URL.encode(mutated(input, upTo: 300)).utf8)
        if Bool.random(using: &random), !text.isEmpty {
            text[Int.random(in: 0..<text.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        return text
    } seeds: {
        try Corpora.tokens("identity").flatMap { $0.split(separator: UInt8(ascii: ".")).map(Array.init) }
            .filter { $0.count < 400 }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Key sets: the usable keys can be published and read again, and no key accepts a random signature.
    static let keySets = FuzzTarget(name: "key-set") { input in
        if let stored = StoredKeySet(encoded: input) {
            let again = StoredKeySet(encoded: stored.encoded)
            promise(
                again?.url == stored.url && again?.body == stored.body, "a kept set that was read and kept is the same")
        }
        guard let set = try? JSONWebKeySet(json: input) else { return false }
        promise(set.keys.count == set.publicKeys.count, "each key that is used is published")
        let again = try? JSONWebKeySet(json: set.json())
        promise(
            again?.publicKeys == set.publicKeys && again?.skipped.isEmpty == true, "a published set is read again whole"
        )
        for key in set.keys {
            let length = key.algorithm == .es256 ? 64 : 256
            promise(
                !key.isValidSignature(Array(repeating: 1, count: length), for: [1]), "a key verifies nothing by chance")
            guard let keyID = key.keyID else { continue }
            let found = set.key(withID: keyID, algorithm: key.algorithm)
            promise(found?.keyID.map { areSame($0, keyID) } == true, "a key is found by its id")
        }
        return !set.keys.isEmpty
    } mutate: { _, _ in
        nil
    } seeds: {
        let sets = try Corpora.read("Tests/Fixtures/tokens/key-sets.json", as: Corpora.KeySets.self).sets.map(\.bytes)
        let kept = sets.prefix(3).map {
            StoredKeySet(
                url: "https://keys.example", fetchedAt: Date(timeIntervalSince1970: 1_750_000_000), maximumAge: 60,
                body: $0
            ).encoded
        }
        return (sets + kept).filter { $0.count <= Corpora.longest }
    }

    /// Private keys as people paste them: a key that is read can sign, and writing and reading changes nothing.
    static let privateKeys = FuzzTarget(name: "private-key") { input in
        let text = String(decoding: input, as: UTF8.self)
        do throws(SigningKeyError) {
            let key = try SigningKey(pem: text, keyID: "k")
            let again = try? SigningKey(pem: key.pemRepresentation, keyID: "k", requiring: key.algorithm)
            promise(again?.publicJSONWebKey == key.publicJSONWebKey, "a key that was read and written is read again")
            let signature = try? key.signature(for: [1, 2, 3])
            promise(signature.map { key.verificationKey.isValidSignature($0, for: [1, 2, 3]) } == true, "a key signs")
            return true
        } catch {
            promise(!error.explanation.isEmpty, "a refusal says why")
            return false
        }
    } mutate: { _, _ in
        nil
    } seeds: {
        let keys = try Corpora.read("Tests/Fixtures/tokens/private-keys.json", as: Corpora.PrivateKeys.self)
        return (keys.readable + keys.wrong).map(\.bytes).filter { $0.count <= Corpora.longest }
    }
}
