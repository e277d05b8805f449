import Crypto
package import Foundation

/// What is derived from a master beside the key that seals: what proves attempts and sessions, and opens nothing.
///
/// HKDF (RFC 5869) with a label for each, so that none leads to another, or back to the master. The key of nonces also names questions
/// and signs attempts: their texts are of other lengths.
struct DerivedKeys: Sendable {
    let nonceKey: AuthenticationKey
    let codeVerifierKey: AuthenticationKey
    let refreshTokenKey: AuthenticationKey
    let sessionCookieKey: AuthenticationKey

    init(master: [UInt8]) {
        nonceKey = AuthenticationKey(Self.derive(master, label: "nonce"))
        codeVerifierKey = AuthenticationKey(Self.derive(master, label: "code-verifier"))
        refreshTokenKey = AuthenticationKey(Self.derive(master, label: "refresh-token"))
        sessionCookieKey = AuthenticationKey(Self.derive(master, label: "session-cookie"))
    }

    /// Those of a master that is gone; the order of ``bytes``.
    init?(bytes: [UInt8]) {
        guard bytes.count == 4 * Self.length else { return nil }
        let keys = stride(from: 0, to: bytes.count, by: Self.length).map {
            AuthenticationKey(SymmetricKey(data: bytes[$0..<$0 + Self.length]))
        }
        (nonceKey, codeVerifierKey, refreshTokenKey, sessionCookieKey) = (keys[0], keys[1], keys[2], keys[3])
    }

    var bytes: [UInt8] {
        [nonceKey, codeVerifierKey, refreshTokenKey, sessionCookieKey].flatMap(\.bytes)
    }

    private static let length = 32

    static func derive(_ master: [UInt8], label: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: master), info: Data("sign-in-with-apple/1/\(label)".utf8),
            outputByteCount: length)
    }
}

/// What is left of a master that was replaced, so that its sessions go on: it opens no sealed value.
package struct FormerKeys: Sendable, CustomStringConvertible, CustomReflectable {
    let keys: DerivedKeys
    /// From when its successor was used.
    package let until: Date

    /// Of a master that is still there.
    package init?(master: [UInt8], until: Date) {
        guard master.count == 32 else { return nil }
        (keys, self.until) = (DerivedKeys(master: master), until)
    }

    /// As they were kept; nil for anything else.
    package init?(bytes: [UInt8], until: Date) {
        guard let keys = DerivedKeys(bytes: bytes) else { return nil }
        (self.keys, self.until) = (keys, until)
    }

    /// To keep.
    package var bytes: [UInt8] { keys.bytes }

    /// Prints no key.
    package var description: String { "FormerKeys(redacted)" }

    /// Shows no key to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
