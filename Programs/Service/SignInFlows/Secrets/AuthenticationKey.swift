import Crypto
import Foundation

/// An HMAC-SHA256 key (RFC 2104) whose two padded key blocks are hashed in advance. For a short message they are half
/// the work.
struct AuthenticationKey: Sendable {
    private let key: SymmetricKey
    private let keyed: HMAC<SHA256>

    init(_ key: SymmetricKey) {
        self.key = key
        keyed = HMAC(key: key)
    }

    var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    /// The authentication code of `data`, 32 bytes.
    func code(over data: some DataProtocol) -> [UInt8] {
        digest(data).withUnsafeBytes { Array($0) }
    }

    /// Whether `code` is the authentication code of `data`. Compares in constant time.
    func isCode(_ code: [UInt8], over data: some DataProtocol) -> Bool {
        digest(data) == code
    }

    private func digest(_ data: some DataProtocol) -> HashedAuthenticationCode<SHA256> {
        var hashing = keyed
        hashing.update(data: data)
        return hashing.finalize()
    }
}
