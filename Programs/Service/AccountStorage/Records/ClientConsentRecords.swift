/// Operations on consents. Clients are compared octet by octet.
public protocol ClientConsentRecords {
    /// Stores a consent, and replaces one of the same account for the same client.
    func recordClientConsent(_ consent: ClientConsent) throws(StorageFailure)
    /// Finds the consent of an account for a client.
    func findClientConsent(of accountID: AccountID, for client: String) throws(StorageFailure) -> ClientConsent?
    /// Finds every consent of an account, ordered by client.
    func findClientConsents(of accountID: AccountID) throws(StorageFailure) -> [ClientConsent]
    /// Removes a consent, and returns whether there was one.
    func removeClientConsent(of accountID: AccountID, for client: String) throws(StorageFailure) -> Bool
    /// Removes every consent of an account, and returns how many.
    func removeClientConsents(of accountID: AccountID) throws(StorageFailure) -> Int
}
