import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows

/// Values from an independent implementation (Python: hashlib, hmac, cryptography) of the formulas in the code's
/// comments. They must never change, because stored rows depend on them.
struct GoldenValueTests {
    private let ordered = (0..<32).map { UInt8($0) }

    private func secrets() throws -> ServerSecrets {
        try #require(ServerSecrets(master: ordered))
    }

    @Test func `an identity's id`() {
        let subject = "001234.0123456789abcdef0123456789abcdef.0123"
        let issuer = "https://appleid.apple.com"
        let id = IdentityID.derived(issuer: issuer, teamID: "TEAM123456", subject: subject)
        #expect(id.text == "ecb7e36cbf9d09308ab74cc0cae16cbe")
        // The same characters, split differently between the fields, give another identity.
        let other = IdentityID.derived(issuer: issuer, teamID: "TEAM12345", subject: "6" + subject)
        #expect(other.text == "68009540c62183af09e28981eac2b215")
        #expect(IdentityID.derived(issuer: "", teamID: "", subject: "").text == "ddb74f94c723117f27a6c6138fedeffd")
    }

    @Test func `an attempt's id, its nonce and its flow id`() throws {
        let secret = AttemptSecret(bytes: ordered)
        // The time, followed by the hash.
        #expect(secret.id.text == "000102030405" + "69c78a452b89259d1ddac171cad17515".prefix(20))
        #expect(try secret.nonce(secrets()) == "QLXp-1U5TXAUns7IB1qo0i8NmRMoY26iFwMF2bvQ5MU")
        #expect(AttemptSecret.flowID(ofState: secret.text) == "a64846d8a2100e03")
        #expect(AttemptSecret(text: secret.text)?.id == secret.id)
    }

    @Test func `a refresh token and a cookie`() throws {
        let tokens = try SessionTokens(secrets: secrets())
        let id = try #require(SessionID(text: String(repeating: "0", count: 31) + "1"))
        let refresh = "v1.\(id.text).7.LQhIuNaR0lIhiIWkzH6oV-J-SjxXSFKOf-14WtQR3sk"
        let cookie = "s1.\(id.text).I4xCbwwcGkMeX3ufgAbhKkHg1zucuvBG0yaQfQhSX8Q"
        #expect(tokens.refreshToken(id, counter: 7) == refresh)
        #expect(tokens.cookie(id) == cookie)
        #expect(tokens.readRefreshToken(refresh) == SessionTokens.RefreshClaim(session: id, counter: 7))
        #expect(tokens.readCookie(cookie) == id)
        #expect(tokens.readCookie(refresh) == nil)
        #expect(tokens.readRefreshToken(cookie) == nil)
    }

    @Test func `a sealed value`() throws {
        let id = try #require(IdentityID(bytes: Array(repeating: 0, count: 16)))
        let sealed = try secrets().vault.seal(
            Array("r123".utf8), for: .refreshToken(id, clientID: "com.example.web"), nonce: Array(0..<12))
        let hex = sealed.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(hex == "0116b77a1e000102030405060708090a0b4d9fe9ac7ebf06bb94139779446cf9ca56b3bf01")
    }
}

struct LengthPrefixedFieldTests {
    @Test func `a label is a field like every other`() {
        for label in ["", "session", "str\u{E4}nge", String(repeating: "l", count: 300)] {
            var (labelled, plain) = (LengthPrefixedFields(label: label), LengthPrefixedFields())
            plain.append("sign-in-with-apple/1/\(label)".utf8)
            for field in ["", "a", String(repeating: "f", count: 70_000)] {
                labelled.append(field.utf8)
                plain.append(Array(field.utf8))
            }
            #expect(labelled.bytes == plain.bytes)
            #expect(labelled.sha256 == plain.sha256 && labelled.sha256.count == 32)
        }
    }

    @Test func `each field follows its length in four bytes, the highest first`() {
        var fields = LengthPrefixedFields()
        fields.append([7, 8] as [UInt8])
        fields.append([UInt8](repeating: 9, count: 258))
        #expect(fields.bytes.prefix(10) == [0, 0, 0, 2, 7, 8, 0, 0, 1, 2])
        #expect(fields.bytes.count == 268)
    }

    @Test(arguments: 0...16) func `an identifier has the given bytes first, and then those of the hash`(_ count: Int) {
        var fields = LengthPrefixedFields(label: "test")
        fields.append([1, 2, 3] as [UInt8])
        let first = (0..<count).map { UInt8(200 + $0) }
        let identifier: SessionID = fields.identifier(after: first[...])
        #expect(identifier.bytes == first + fields.sha256.prefix(16 - count))
    }
}

struct AttemptKeyTests {
    @Test func `an attempt has the current master's keys when a retired master has no time of its own`() throws {
        let (old, new) = (Array(repeating: UInt8(1), count: 32), Array(repeating: UInt8(2), count: 32))
        let attempt = AttemptSecret(bytes: Array(0..<32))
        let alone = try #require(ServerSecrets(master: new))
        let rotated = try #require(ServerSecrets(master: new, retiredMasters: [old]))
        #expect(attempt.nonce(rotated) == attempt.nonce(alone))
        let before = try #require(ServerSecrets(master: old))
        #expect(attempt.nonce(rotated) != attempt.nonce(before))
    }

    @Test func `an attempt keeps the keys with which it began when their master is deleted`() throws {
        let masters = (1...3).map { Array(repeating: UInt8($0), count: 32) }
        let attempt = AttemptSecret(bytes: Array(0..<32))
        let begun = attempt.drawnAt
        let former = [
            try #require(FormerKeys(master: masters[1], until: begun + 2)),
            try #require(FormerKeys(master: masters[0], until: begun + 1)),
            try #require(FormerKeys(master: masters[2], until: begun)),
        ]
        let current = try #require(MasterKeys.Master(masters[2], usedFrom: begun + 2))
        let rotated = ServerSecrets(MasterKeys(current: current, former: former))
        let before = try #require(ServerSecrets(master: masters[0]))
        #expect(attempt.nonce(rotated) == attempt.nonce(before))
    }
}

struct KeyLengthTests {
    @Test func `keys kept from a deleted master are four of 32 bytes`() throws {
        let kept = try #require(FormerKeys(master: Array(repeating: 1, count: 32), until: .distantFuture))
        #expect(kept.bytes.count == 128)
        #expect(FormerKeys(bytes: kept.bytes, until: .distantFuture)?.bytes == kept.bytes)
        for count in [160, 129, 127, 96, 0] {
            #expect(FormerKeys(bytes: Array(repeating: 1, count: count), until: .distantFuture) == nil)
        }
    }

    @Test(arguments: [0, 16, 31, 33, 64]) func `a master has 32 bytes, and a deleted or retired one had`(_ count: Int) {
        let (good, bad) = (Array(repeating: UInt8(1), count: 32), Array(repeating: UInt8(2), count: count))
        #expect(FormerKeys(master: bad, until: .distantFuture) == nil)
        #expect(ServerSecrets(master: bad) == nil)
        #expect(ServerSecrets(master: good, retiredMasters: [good, bad]) == nil)
    }
}

struct StoredHashTests {
    /// As in a row that was damaged.
    @Test func `no part of a hash passes for it, nor an empty one or more than it`() {
        let key = CredentialKey(id: CredentialID(high: 1, low: 1), secret: Array(repeating: 1, count: 32))
        let ofProof = BrowserProof.hash("proof")
        #expect(key.matches(key.hash) && BrowserProof.matches("proof", hash: ofProof))
        for count in 0..<32 {
            #expect(!key.matches(Array(key.hash.prefix(count))))
            #expect(!BrowserProof.matches("proof", hash: Array(ofProof.prefix(count))))
        }
        #expect(!key.matches(key.hash + [0]))
        #expect(!BrowserProof.matches("proof", hash: ofProof + [0]))
    }
}

struct TokenVaultTests {
    private let id = IdentityID(bytes: Array(repeating: 1, count: 16))
    private let other = IdentityID(bytes: Array(repeating: 2, count: 16))
    private let nonce = Array(repeating: UInt8(9), count: 12)

    @Test func `opens only for the identity, client and purpose it was sealed for`() throws {
        let vault = try #require(ServerSecrets(master: Array(repeating: 1, count: 32))).vault
        let (id, other) = (try #require(id), try #require(other))
        let sealed = try #require(vault.seal([1, 2, 3], for: .refreshToken(id, clientID: "web"), nonce: nonce))
        #expect(vault.open(sealed, for: .refreshToken(id, clientID: "web")) == [1, 2, 3])
        #expect(vault.open(sealed, for: .refreshToken(other, clientID: "web")) == nil)
        #expect(vault.open(sealed, for: .refreshToken(id, clientID: "app")) == nil)
        #expect(vault.open(sealed, for: .firstTimeName(id)) == nil)
    }

    @Test func `no altered or shortened value opens`() throws {
        let vault = try #require(ServerSecrets(master: Array(repeating: 1, count: 32))).vault
        let id = try #require(id)
        let sealed = try #require(vault.seal([1, 2, 3], for: .firstTimeName(id), nonce: nonce))
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(vault.open(altered, for: .firstTimeName(id)) == nil)
            #expect(vault.open(Array(sealed[..<index]), for: .firstTimeName(id)) == nil)
        }
        #expect(vault.open(sealed + [0], for: .firstTimeName(id)) == nil)
    }

    @Test(arguments: [0, 11, 13, 16]) func `seals with no nonce of another length`(_ count: Int) throws {
        let vault = try #require(ServerSecrets(master: Array(repeating: 1, count: 32))).vault
        let id = try #require(id)
        let nonce = Array(repeating: UInt8(9), count: count)
        #expect(vault.seal([1, 2, 3], for: .firstTimeName(id), nonce: nonce) == nil)
    }

    @Test func `a retired master still opens, a lost one does not`() throws {
        let id = try #require(id)
        let (old, new) = (Array(repeating: UInt8(1), count: 32), Array(repeating: UInt8(2), count: 32))
        let before = try #require(ServerSecrets(master: old)).vault
        let after = try #require(ServerSecrets(master: new, retiredMasters: [old])).vault
        let lost = try #require(ServerSecrets(master: new)).vault
        let sealed = try #require(before.seal([7], for: .firstTimeName(id), nonce: nonce))
        #expect(after.open(sealed, for: .firstTimeName(id)) == [7])
        #expect(lost.open(sealed, for: .firstTimeName(id)) == nil)
        let renewed = try #require(after.seal([7], for: .firstTimeName(id), nonce: nonce))
        #expect(lost.open(renewed, for: .firstTimeName(id)) == [7])
    }

    @Test func `secrets show nothing when printed`() throws {
        let secrets = try #require(ServerSecrets(master: Array("0123456789abcdef0123456789abcdef".utf8)))
        var dumped = ""
        dump(secrets, to: &dumped)
        #expect("\(secrets)" == "ServerSecrets(redacted)")
        #expect(!dumped.contains("Key"))
        #expect(ServerSecrets(master: []) == nil)
        #expect(ServerSecrets(master: Array(repeating: 0, count: 31)) == nil)
    }
}

struct SessionIDTests {
    @Test func `ids made later sort later`() {
        let random = Array(repeating: UInt8.max, count: 10)
        let zeros = Array(repeating: UInt8(0), count: 10)
        let one = SessionID.timeOrdered(at: Date(millisecondsSince1970: 1_790_000_000_000), random: random)
        let two = SessionID.timeOrdered(at: Date(millisecondsSince1970: 1_790_000_000_001), random: zeros)
        #expect(one < two)
        #expect(one.text.hasPrefix("01a0c4506c00"))
    }
}
