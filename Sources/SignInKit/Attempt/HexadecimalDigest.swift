import Foundation

// Both libraries compute the same SHA-256. Apple's own is used where it exists.
#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The lowercase hexadecimal SHA-256 of a text, the form of the nonce for Apple's sheet.
enum HexadecimalDigest {
    static func of(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
