import Crypto
package import Foundation

/// The keys derived from a master besides the sealing key. They authenticate attempts and sessions, but open nothing.
///
/// HKDF (RFC 5869) with a separate label for each key, so that no key reveals another one or the master. The nonce key
/// also makes question secrets and signs attempts. The inputs for these three uses differ in length.
final class DerivedKeys: Sendable {
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

    /// The keys of a deleted master, in the order of ``bytes``.
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

/// The keys kept from a deleted master, so that its sessions stay valid. They open no sealed value.
package struct FormerKeys: Sendable, CustomStringConvertible, CustomReflectable {
    let keys: DerivedKeys
    /// When the next master came into use.
    package let until: Date

    /// Derives the keys of a master that still exists; nil unless it has 32 bytes.
    package init?(master: [UInt8], until: Date) {
        guard master.count == 32 else { return nil }
        (keys, self.until) = (DerivedKeys(master: master), until)
    }

    /// Reads keys stored in the form of ``bytes``; nil for any other length.
    package init?(bytes: [UInt8], until: Date) {
        guard let keys = DerivedKeys(bytes: bytes) else { return nil }
        (self.keys, self.until) = (keys, until)
    }

    /// The form in which the keys are stored.
    package var bytes: [UInt8] { keys.bytes }

    /// Prints no key.
    package var description: String { "FormerKeys(redacted)" }

    /// Shows no key to debuggers and `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
