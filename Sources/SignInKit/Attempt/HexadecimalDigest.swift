import Foundation

// The same SHA-256: Apple's own where there is one, swift-crypto's elsewhere.
#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// The lower-case hexadecimal SHA-256 of a text, as Apple's sheet is given a nonce.
enum HexadecimalDigest {
    static func of(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
