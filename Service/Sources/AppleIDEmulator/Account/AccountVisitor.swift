/// A browser on the account page.
struct AccountVisitor: Sendable {
    let cookie: String
    var session: AccountSession
    /// Whether the cookie has to be sent to the browser.
    var isNew = false
}
