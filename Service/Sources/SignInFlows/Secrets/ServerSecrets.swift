import Crypto
import Foundation

/// The keys that are not in the database, all derived from one master of 32 bytes.
///
/// HKDF (RFC 5869) with one label per use, so that no key serves two purposes.
public struct ServerSecrets: Sendable, CustomStringConvertible, CustomReflectable {
    let nonceKey: SymmetricKey
    let codeVerifierKey: SymmetricKey
    let refreshTokenKey: SymmetricKey
    let sessionCookieKey: SymmetricKey
    let vault: TokenVault

    /// Derives the keys.
    ///
    /// - Parameters:
    ///   - master: 32 random bytes from a file; another length gives nil.
    ///   - retiredMasters: earlier masters, under which sealed values can still be opened.
    public init?(master: [UInt8], retiredMasters: [[UInt8]] = []) {
        guard ([master] + retiredMasters).allSatisfy({ $0.count == 32 }) else { return nil }
        nonceKey = ServerSecrets.derive(master, label: "nonce")
        codeVerifierKey = ServerSecrets.derive(master, label: "code-verifier")
        refreshTokenKey = ServerSecrets.derive(master, label: "refresh-token")
        sessionCookieKey = ServerSecrets.derive(master, label: "session-cookie")
        vault = TokenVault(
            current: ServerSecrets.derive(master, label: "vault"),
            retired: retiredMasters.map { ServerSecrets.derive($0, label: "vault") })
    }

    /// Prints no key.
    public var description: String { "ServerSecrets(redacted)" }

    /// Shows no key to debuggers and `dump`.
    public var customMirror: Mirror { Mirror(self, children: []) }

    private static func derive(_ master: [UInt8], label: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: master), info: Data("sign-in-with-apple/1/\(label)".utf8),
            outputByteCount: 32)
    }
}
