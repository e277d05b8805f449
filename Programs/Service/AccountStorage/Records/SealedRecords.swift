/// Access to sealed values, so that they can be sealed again under another key.
public protocol SealedRecords {
    /// Finds at most `limit` sealed values of a kind, ordered by the identifier of their row.
    ///
    /// - Parameter place: for the next page, the place of the last value.
    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue]
    /// Replaces a value's bytes, and returns whether it did: `false` if the row does not exist or contains other bytes.
    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool
}
