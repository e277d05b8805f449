import Crypto
import Foundation

/// A key of HMAC-SHA256 (RFC 2104) with its two padded blocks hashed in advance: for a short message
/// they are half the work.
struct AuthenticationKey: Sendable {
    private let key: SymmetricKey
    private let keyed: HMAC<SHA256>

    init(_ key: SymmetricKey) {
        self.key = key
        keyed = HMAC(key: key)
    }

    var bytes: [UInt8] { key.withUnsafeBytes { Array($0) } }

    /// The code over these bytes, 32 octets.
    func code(over data: some DataProtocol) -> [UInt8] {
        digest(data).withUnsafeBytes { Array($0) }
    }

    /// Whether it is the code over these bytes, in a time that does not depend on where they differ.
    func isCode(_ code: [UInt8], over data: some DataProtocol) -> Bool {
        digest(data) == code
    }

    private func digest(_ data: some DataProtocol) -> HashedAuthenticationCode<SHA256> {
        var hashing = keyed
        hashing.update(data: data)
        return hashing.finalize()
    }
}
