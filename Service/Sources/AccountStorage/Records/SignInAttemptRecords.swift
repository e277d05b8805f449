public import Foundation

/// Attempts to sign in.
public protocol SignInAttemptRecords {
    /// Stores a new attempt; `conflict` when the identifier is taken.
    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure)
    /// Stores an attempt unless its identifier is taken, and says whether it did; one of many callers does.
    func recordAttempt(ifNew attempt: SignInAttempt) throws(StorageFailure) -> Bool
    /// The attempt, expired or not, or `nil`.
    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt?
    /// Turns an open attempt into a claimed one and says whether it did; one of many callers wins.
    ///
    /// `false` when the attempt is unknown, not open, or expired at the mark's time.
    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool
    /// Forgets which answer claimed the attempt, since nothing came of it: whoever repeats that answer need not wait.
    func forgetClaim(_ id: AttemptID) throws(StorageFailure)
    /// Ends the attempt and says whether this call did: `false` when it is unknown or was ended before.
    @discardableResult
    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool
    /// Ends every attempt that is to link an identity to the account, claimed or not, and says how many.
    ///
    /// - Parameters:
    ///   - accountID: the account, if there is one.
    ///   - externalID: its name in the app's own system, if it has one.
    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int
    /// Counts one more failure and returns how many there are now; 0 when the attempt is unknown.
    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int
    /// Removes at most `limit` attempts that expired before `moment`, and says how many.
    func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
