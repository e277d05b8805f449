/// A browser on the account page.
struct AccountVisitor: Sendable {
    let cookie: String
    var session: AccountSession
    /// The cookie is to be sent.
    var isNew = false
}
