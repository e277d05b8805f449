public import Foundation

/// Accounts, the identities that lead to them, and what is held under an identity.
public protocol AccountRecords {
    /// The account, or `nil`.
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account?
    /// Stores the account, new or changed.
    func recordAccount(_ account: Account) throws(StorageFailure)

    /// The identity, or `nil`.
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity?
    /// Stores a new identity.
    ///
    /// One that is there with the same account, issuer, team and subject stays as it is; anything else is a `conflict`.
    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure)

    /// The grant for this identity and client, or `nil`.
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant?
    /// Stores the grant, new or changed.
    func recordGrant(_ grant: AppleGrant) throws(StorageFailure)

    /// The name kept for this identity, expired or not, or `nil`.
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName?
    /// Stores the name, in place of one that is there.
    func recordKeptName(_ name: KeptName) throws(StorageFailure)
    /// Removes the name, if there is one.
    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure)
    /// Removes at most `limit` names that expired before `moment`, and says how many.
    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
