/// A page of the sign-in service, for the person who is signed in.
public enum AccountPage: String, Sendable, CaseIterable {
    /// The account, its ways to sign in, its sessions and its data.
    case account
    /// Adding another Apple Account.
    case link
    /// Changing the password.
    case password
    /// Deleting the account.
    case deletion
}
