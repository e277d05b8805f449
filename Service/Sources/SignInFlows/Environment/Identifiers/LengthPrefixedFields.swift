import Crypto

/// Joins fields so that different lists of fields always give different bytes: each field follows its length in four
/// bytes.
struct LengthPrefixedFields {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ field: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: field.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: field)
    }

    /// The SHA-256 of the bytes, 32 bytes.
    var sha256: [UInt8] {
        SHA256.hash(data: bytes).withUnsafeBytes { Array($0) }
    }
}
