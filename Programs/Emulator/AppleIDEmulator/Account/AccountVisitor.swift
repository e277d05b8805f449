/// A browser on the account page.
struct AccountVisitor: Sendable {
    let cookie: String
    /// The pages in the browser's language.
    let pages: LocalPages
    var session: AccountSession
    /// Whether the cookie has to be sent to the browser.
    var isNew = false
}
