public import Foundation

/// A person's consent that a client receives data about them. Only clients of other organisations ask for it.
public struct ClientConsent: Sendable, Equatable {
    /// The account of the person.
    public let accountID: AccountID
    /// The `client_id` of the client.
    public let client: String
    /// The scopes that the person agreed to, separated by spaces.
    public let scope: String
    /// When the person agreed.
    public let givenAt: Date

    /// A consent with these values.
    public init(accountID: AccountID, client: String, scope: String, givenAt: Date) {
        self.accountID = accountID
        self.client = client
        self.scope = scope
        self.givenAt = givenAt
    }
}
