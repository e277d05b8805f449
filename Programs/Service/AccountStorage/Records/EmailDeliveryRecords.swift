/// What is known about the way of mail to people's addresses, for each identity about which there is something to say.
public protocol EmailDeliveryRecords {
    /// Finds what is known about the address of this identity.
    func findEmailDelivery(_ identityID: IdentityID) throws(StorageFailure) -> EmailDelivery?
    /// Stores what is known, and replaces what was known before.
    func recordEmailDelivery(_ delivery: EmailDelivery) throws(StorageFailure)
    /// Forgets what is known, if there is anything.
    func removeEmailDelivery(_ identityID: IdentityID) throws(StorageFailure)
    /// Counts the identities in each state, except those that another identity took the place of. A state without any is
    /// left out.
    func countEmailDeliveries() throws(StorageFailure) -> [EmailDelivery.State: Int]
}
