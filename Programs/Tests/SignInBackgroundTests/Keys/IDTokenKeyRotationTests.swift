import Foundation
import JSONWebTokens
import Logging
import Synchronization
import TestDoubles
import Testing

@testable import SignInBackground

/// Keys of both kinds in one folder, as an OpenID Provider has them.
@Suite final class IDTokenKeyRotationTests {
    private static let day = 86_400.0
    private static let formerLife = 180 * day

    private let clock = TestClock()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func keys(_ kind: SigningKeyKind) -> SigningKeyFolder {
        SigningKeyFolder(path: folder.url.path, kind: kind)
    }

    /// A rotation that applies keys to a box, from which a test reads them.
    private final class Applied: Sendable {
        private let box: Mutex<SigningKeySet>

        init(_ keys: SigningKeySet) { box = Mutex(keys) }

        var keys: SigningKeySet {
            get { box.withLock { $0 } }
            set { box.withLock { $0 = newValue } }
        }
    }

    private func makeRotation(
        _ kind: SigningKeyKind, every days: Double = 90, formerLife: TimeInterval? = IDTokenKeyRotationTests.formerLife
    ) throws -> (rotation: SigningKeyRotation, applied: Applied) {
        if try keys(kind).ids().isEmpty { try keys(kind).make(at: clock.now) }
        let inUse = try #require(try SigningKeySet(keys(kind), at: clock.now))
        let applied = Applied(inUse)
        let clock = clock
        let rotation = SigningKeyRotation(
            folder: keys(kind), age: days * Self.day, formerLife: formerLife, inUse: inUse, now: { clock.now },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { keys in
            applied.keys = keys
            return true
        }
        return (rotation, applied)
    }

    @Test func `the kinds have keys of their own, each with its algorithm`() throws {
        for kind in SigningKeyKind.allCases {
            let id = try keys(kind).make(at: clock.now)
            #expect(try keys(kind).ids() == [id])
            #expect(try keys(kind).read(id).algorithm == kind.algorithm)
        }
        #expect(SigningKeyKind.idToken.algorithm == .rs256 && SigningKeyKind.accessToken.algorithm == .es256)
    }

    @Test func `a key of the other kind is refused`() throws {
        let pem = SigningKey.makeES256(keyID: "1-a").pemRepresentation
        _ = try folder.write(pem, to: "id-token-1-a.pem")
        #expect(throws: SigningKeyError.self) { try keys(.idToken).read("1-a") }
    }

    @Test func `the first key signs at once`() throws {
        let id = try keys(.idToken).make(at: clock.now)
        #expect(try keys(.idToken).schedule(at: clock.now).signing == id)
    }

    @Test func `a key stays published until an ID token of a day has expired`() throws {
        let (rotation, applied) = try makeRotation(.idToken)
        let old = try #require(applied.keys.signing.keyID)
        clock.advance(90 * Self.day)
        rotation.turn()
        #expect(applied.keys.signing.keyID == old && applied.keys.others.count == 1)
        clock.advance(600)
        rotation.turn()
        #expect(applied.keys.signing.keyID != old && applied.keys.others.map(\.keyID) == [old])
        clock.advance(Self.day + 299)
        rotation.turn()
        #expect(applied.keys.others.map(\.keyID) == [old] && applied.keys.formerKeys.isEmpty)
        clock.advance(1)
        rotation.turn()
        #expect(applied.keys.others.isEmpty)
        #expect(try !keys(.idToken).ids().contains(old))
    }

    @Test func `what is left of a removed key verifies, and is forgotten after the longest session`() throws {
        let (rotation, applied) = try makeRotation(.idToken)
        let old = applied.keys.signing
        let token = try old.sign(payload: Array("{}".utf8))
        clock.advance(90 * Self.day)
        rotation.turn()
        clock.advance(600 + Self.day + 300)
        rotation.turn()
        let former = try #require(applied.keys.formerKeys.first)
        #expect(applied.keys.formerKeys.count == 1 && former.kid == old.keyID)
        #expect(try CompactJWS(token).isSigned(by: former.verificationKey()))
        let name = "former-id-token-\(try #require(old.keyID)).json"
        let file = folder.url.appending(path: name).path
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("\"d\"") && !text.contains("PRIVATE"))
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        clock.advance(Self.formerLife)
        rotation.turn()
        #expect(FileManager.default.fileExists(atPath: file))
        clock.advance(1)
        rotation.turn()
        #expect(!FileManager.default.fileExists(atPath: file))
        rotation.turn()
        #expect(!applied.keys.formerKeys.contains { $0.kid == old.keyID })
    }

    /// ID tokens of some clients are signed with the access token key.
    @Test func `a removed access token key is known to the ID tokens`() throws {
        let (accessTokens, _) = try makeRotation(.accessToken)
        let (idTokens, applied) = try makeRotation(.idToken, every: 0)
        let old = try #require(try keys(.accessToken).ids().first)
        clock.advance(90 * Self.day)
        accessTokens.turn()
        clock.advance(600 + 1_200)
        accessTokens.turn()
        #expect(try !keys(.accessToken).ids().contains(old))
        idTokens.turn()
        #expect(applied.keys.formerKeys.map(\.kid) == [old])
        #expect(try SigningKeySet(keys(.idToken), at: clock.now)?.formerKeys.map(\.kid) == [old])
    }

    @Test func `without an OpenID Provider nothing is left of a removed key`() throws {
        let (rotation, _) = try makeRotation(.accessToken, formerLife: nil)
        clock.advance(90 * Self.day)
        rotation.turn()
        clock.advance(600 + 1_200)
        rotation.turn()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("access-token-") })
    }

    @Test func `a former key that is broken or says no time hinders nobody`() throws {
        _ = try folder.write("nonsense", to: "former-id-token-1-a.json")
        _ = try folder.write("{}", to: "former-id-token-1-b.json")
        let key = SigningKey.makeES256(keyID: "1-c").publicJSONWebKey
        let json = String(decoding: key.members.json, as: UTF8.self)
        _ = try folder.write(json, to: "former-access-token-1-c.json")
        let (rotation, applied) = try makeRotation(.idToken)
        #expect(applied.keys.formerKeys.map(\.kid) == ["1-c"])
        clock.advance(400 * Self.day)
        rotation.turn()
        #expect(applied.keys.formerKeys.map(\.kid) == ["1-c"])
    }
}
