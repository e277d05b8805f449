/// What is stored sealed, to be sealed anew.
public protocol SealedRecords {
    /// At most `limit` sealed values of a kind, ordered by the identifier of their row.
    ///
    /// - Parameter place: for the next page, the last one's.
    func findSealed(
        _ kind: SealedKind, after place: SealedPlace?, limit: Int
    ) throws(StorageFailure) -> [SealedValue]
    /// Puts other bytes in a value's place, and says whether it did: not where the row is gone, or holds something else.
    func replaceSealed(_ value: SealedValue, with bytes: [UInt8]) throws(StorageFailure) -> Bool
}
