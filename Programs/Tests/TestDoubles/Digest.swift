import Crypto
import Foundation
import JSONWebTokens

package enum Digest {
    /// The lowercase hexadecimal SHA-256 of a text.
    package static func sha256Hex(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// The base64url SHA-256 of a text.
    package static func sha256Base64URL(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8))))
    }
}
