import Hummingbird
import SignInAPI

/// The pages that start linking an Apple Account.
extension Pages {
    /// The form redirects to Apple, which `form-action 'self'` would block.
    ///
    /// - Parameters:
    ///   - label: the app's name for the account. We cannot check it, so the page tells who claims it.
    ///   - app: the host of the app's page.
    ///   - wayBack: the origin of the app's page, for a person who does not want to continue.
    func link(
        label: String?, app: String, wayBack: String?, client: String?, returnTo: String?
    ) throws -> Response {
        try render(
            "link",
            [
                "linkPath": Paths.webLink, "app": app, "wayBack": wayBack, "label": label, "client": client,
                "returnTo": returnTo,
            ], title: text("link.title"), permission: .resend)
    }

    func linkAnother(isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "link_another",
            [
                "isFresh": isFresh, "signInPath": signInPath, "linkPath": Paths.webAccountLink,
                "accountPath": Paths.webAccount,
            ], title: text("link_another.title"), permission: .resend)
    }
}
