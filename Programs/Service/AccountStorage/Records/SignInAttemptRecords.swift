public import Foundation

/// Operations on attempts to sign in.
public protocol SignInAttemptRecords {
    /// Stores a new attempt; `conflict` if the identifier is taken.
    func recordAttempt(_ attempt: SignInAttempt) throws(StorageFailure)
    /// Stores an attempt and returns `true`, unless its identifier is taken. Of concurrent callers, only one succeeds.
    func recordAttempt(ifNew attempt: SignInAttempt) throws(StorageFailure) -> Bool
    /// Finds the attempt, expired or not.
    func findAttempt(_ id: AttemptID) throws(StorageFailure) -> SignInAttempt?
    /// Claims an open attempt and returns whether it did. Of concurrent callers, only one succeeds.
    ///
    /// `false` if the attempt is unknown, not open, or expired at the mark's time.
    func claimAttempt(_ id: AttemptID, as mark: AttemptClaimMark) throws(StorageFailure) -> Bool
    /// Removes the mark of the answer that claimed the attempt. It had no result that a repetition could wait for.
    func forgetClaim(_ id: AttemptID) throws(StorageFailure)
    /// Ends the attempt and returns whether this call did so: `false` if it is unknown or was ended before.
    @discardableResult
    func endAttempt(_ id: AttemptID) throws(StorageFailure) -> Bool
    /// Ends every attempt that would link an identity to the account, claimed or not, and returns how many.
    ///
    /// - Parameters:
    ///   - accountID: the account, if it exists.
    ///   - externalID: its name in the app's own system, if it has one.
    func endAttempts(linkingTo accountID: AccountID?, externalID: String?) throws(StorageFailure) -> Int
    /// Counts one more failure and returns the new count; 0 if the attempt is unknown.
    func countFailure(_ id: AttemptID) throws(StorageFailure) -> Int
    /// Removes at most `limit` attempts that expired before `moment`, in the order in which they began, and returns how
    /// many.
    ///
    /// - Parameter beginning: only attempts whose identifiers start with an earlier time. Every attempt from there on is
    ///   read, so a caller that knows the lifetime of attempts leaves out those that cannot have expired.
    func removeExpiredAttempts(
        before moment: Date, begunBefore beginning: Date, limit: Int
    ) throws(StorageFailure) -> Int
}

extension SignInAttemptRecords {
    /// Removes at most `limit` attempts that expired before `moment`, whatever their lifetime was.
    public func removeExpiredAttempts(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try removeExpiredAttempts(before: moment, begunBefore: moment, limit: limit)
    }
}
