public import Foundation

/// Operations on authorization codes.
public protocol ClientAuthorizationCodeRecords {
    /// Stores a new code; `conflict` if the identifier is taken.
    func recordAuthorizationCode(_ code: ClientAuthorizationCode) throws(StorageFailure)
    /// Finds the code, used, expired or neither.
    func findAuthorizationCode(_ id: ClientAuthorizationCodeID) throws(StorageFailure) -> ClientAuthorizationCode?
    /// Marks a code as used by a new session, and returns whether it did. Of concurrent callers, only one succeeds.
    ///
    /// `false` if the code is unknown, was used, or is expired at `moment`.
    func useAuthorizationCode(
        _ id: ClientAuthorizationCodeID, by session: SessionID, at moment: Date
    ) throws(StorageFailure) -> Bool
    /// Removes at most `limit` codes, used or not, that expired before `moment`, and returns how many.
    func removeExpiredAuthorizationCodes(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
