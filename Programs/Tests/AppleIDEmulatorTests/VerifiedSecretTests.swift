import Foundation
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The signatures of client secrets that were verified before.
struct VerifiedSecretTests {
    private let key = SigningKey.makeES256(keyID: "TESTKEY001")

    private func teamKey(_ key: SigningKey) throws -> TeamKey {
        try TeamKey(publicKeyPEM: TestEmulator.publicPEM(of: key), keyID: key.keyID ?? "")
    }

    @Test func `knows a secret for the key that signed it, and for no other`() throws {
        let (verified, other) = (VerifiedSecrets(), SigningKey.makeES256(keyID: "TESTKEY001"))
        let secret = try key.sign(payload: Array("{}".utf8))
        for _ in 1...2 {
            #expect(try verified.isSigned(secret, CompactJWS(secret), by: teamKey(key)))
            #expect(try !verified.isSigned(secret, CompactJWS(secret), by: teamKey(other)))
        }
        #expect(verified.count == 1)
    }

    @Test func `never knows a secret that was changed`() throws {
        let verified = VerifiedSecrets()
        let secret = try key.sign(payload: Array("{}".utf8))
        let changed = try key.sign(payload: Array(#"{"a":1}"#.utf8)).split(separator: ".")[1]
        let parts = secret.split(separator: ".")
        let forged = "\(parts[0]).\(changed).\(parts[2])"
        #expect(try verified.isSigned(secret, CompactJWS(secret), by: teamKey(key)))
        #expect(try !verified.isSigned(forged, CompactJWS(forged), by: teamKey(key)))
        #expect(verified.count == 1)
    }

    @Test func `begins anew rather than growing without end`() throws {
        let verified = VerifiedSecrets()
        let known = try teamKey(key)
        for number in 0...VerifiedSecrets.capacity {
            let secret = try key.sign(payload: Array("{\"n\":\(number)}".utf8))
            #expect(try verified.isSigned(secret, CompactJWS(secret), by: known))
        }
        #expect(verified.count == 1)
    }

    @Test func `checks the time of a known secret each time`() async throws {
        try await TestEmulator().run { caller in
            let secret = try caller.emulator.secret()
            let form = [
                (name: "client_id", value: TestEmulator.web), (name: "client_secret", value: secret),
                (name: "token", value: "unknown"),
            ]
            #expect(try await caller.post("/auth/revoke", form).status == 200)
            caller.emulator.clock.advance(by: 301)
            #expect(try await caller.post("/auth/revoke", form).status == 400)
        }
    }
}
