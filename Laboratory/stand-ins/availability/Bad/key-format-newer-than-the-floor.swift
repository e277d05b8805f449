// Reported by: newer-than-the-floor. Floors: macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1
// CryptoKit can read DER keys since macOS 11 and iOS 14.
import Crypto

func readKey(_ der: [UInt8]) -> P256.Signing.PrivateKey? {
    try? P256.Signing.PrivateKey(derRepresentation: der)
}
