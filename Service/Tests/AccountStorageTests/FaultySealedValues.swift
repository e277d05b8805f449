import AccountStorage

/// Begins each page with the last value of the page before.
final class RepeatsSealedValues: FaultyTransaction {
    private var last: SealedValue?

    override func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue] {
        let found = try inner.findSealed(kind, after: place, limit: limit)
        defer { last = found.last }
        return place == nil || found.isEmpty ? found : (last.map { [$0] } ?? []) + found
    }
}

/// Puts the new value in, whatever is there.
final class ReplacesAnySealedValue: FaultyTransaction {
    override func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool {
        for kind in SealedKind.allCases {
            for found in try inner.findSealed(kind, after: nil, limit: 100) where found.place == value.place {
                return try inner.replaceSealed(found, with: bytes)
            }
        }
        return false
    }
}
