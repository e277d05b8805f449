import Crypto

/// Fields joined so that no two lists of fields give the same bytes: each stands behind its length in four bytes.
struct LengthPrefixedFields {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ field: some Collection<UInt8>) {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: field.count).bigEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: field)
    }

    /// SHA-256 over all of them, 32 bytes.
    var sha256: [UInt8] {
        SHA256.hash(data: bytes).withUnsafeBytes { Array($0) }
    }
}
