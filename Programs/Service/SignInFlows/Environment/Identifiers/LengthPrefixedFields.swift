import AccountStorage
import Crypto

/// Joins fields so that different lists of fields always give different bytes: each field follows its length in four
/// bytes.
struct LengthPrefixedFields {
    private(set) var bytes: [UInt8] = []

    private static let labelPrefix = Array("sign-in-with-apple/1/".utf8)
    /// Enough for most lists, so that the array rarely grows.
    private static let usualLength = 160

    /// Begins with no field.
    init() {
        bytes.reserveCapacity(Self.usualLength)
    }

    /// Begins with a label, which says what the fields are for, so that no two uses hash the same.
    init(label: String) {
        self.init()
        append(length: Self.labelPrefix.count + label.utf8.count)
        bytes.append(contentsOf: Self.labelPrefix)
        bytes.append(contentsOf: label.utf8)
    }

    mutating func append(_ field: some Collection<UInt8>) {
        append(length: field.count)
        bytes.append(contentsOf: field)
    }

    private mutating func append(length: Int) {
        let length = UInt32(truncatingIfNeeded: length)
        for shift in stride(from: 24, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }

    /// The SHA-256 of the bytes, 32 bytes.
    var sha256: [UInt8] {
        withDigest { Array($0) }
    }

    /// The identifier of which the first bytes are given, at most sixteen. The others are the first of the SHA-256.
    func identifier<Owner>(after first: ArraySlice<UInt8> = []) -> Identifier<Owner> {
        let found = withDigest { digest in
            withUnsafeTemporaryAllocation(byteCount: 16, alignment: 8) { identifier -> Identifier<Owner>? in
                for (place, byte) in first.enumerated() { identifier[place] = byte }
                for place in first.count..<16 { identifier[place] = digest[place - first.count] }
                return Identifier<Owner>(copying: UnsafeRawBufferPointer(identifier))
            }
        }
        guard let found else { preconditionFailure("an identifier has sixteen bytes") }
        return found
    }

    private func withDigest<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var hashing = SHA256()
        bytes.withUnsafeBytes { hashing.update(bufferPointer: $0) }
        return hashing.finalize().withUnsafeBytes(body)
    }
}
