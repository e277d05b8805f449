import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI

/// The values that the form for a password sign-in keeps.
struct PasswordForm {
    let client: String?
    let returnTo: String?
    /// The name as typed. The password is never shown again.
    let name: String?
    let canMail: Bool

    init(_ fields: FormFields, canMail: Bool) {
        client = fields["client"]
        returnTo = fields["return_to"]
        name = fields["name"]
        self.canMail = canMail
    }
}

/// The pages for people with a password.
extension Pages {
    func passwordSignIn(
        _ form: PasswordForm, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let apple = WebSignInRequest(client: form.client, returnTo: form.returnTo)
        // If the sign-in leads to another origin, `form-action 'self'` would block the redirect. That of an OpenID client
        // comes after one of our own.
        let leaves =
            form.returnTo.map { path in
                !path.isEmpty && (!path.hasPrefix("/") || path.hasPrefix(Paths.oauthContinue + "?"))
            } ?? false
        return try render(
            "password_sign_in",
            [
                "formPath": Paths.webPasswordSignIn, "applePath": apple.path, "client": form.client,
                "forgottenPath": form.canMail ? Paths.webPasswordForgotten : nil, "returnTo": form.returnTo,
                "name": form.name, "fault": fault,
            ], title: "Sign in", status: status, permission: leaves ? .resend : .quiet)
    }

    func passwordForgotten() throws -> Response {
        try render(
            "password_forgotten",
            ["formPath": Paths.webPasswordForgotten, "signInPath": Paths.webPasswordSignIn],
            title: "Forgot your password?")
    }

    /// The same page whether or not anything was mailed.
    func passwordMailed() throws -> Response {
        try render("password_mailed", ["signInPath": Paths.webPasswordSignIn], title: "Check your email")
    }

    /// - Parameter code: the code as typed, if the page is shown again.
    func passwordReset(
        code: String? = nil, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        try render(
            "password_reset",
            [
                "formPath": Paths.webPasswordReset, "forgottenPath": Paths.webPasswordForgotten,
                "script": Self.mailedCodeScript, "code": code, "fault": fault,
            ], title: "Choose a new password", status: status, permission: .mailedCode)
    }

    func passwordSet() throws -> Response {
        try render("password_set", ["signInPath": Paths.webPasswordSignIn], title: "Your password was changed")
    }

    func passwordChange(isFresh: Bool, fault: String? = nil, status: HTTPResponse.Status = .ok) throws -> Response {
        try render(
            "password_change",
            [
                "formPath": Paths.webAccountPassword, "accountPath": Paths.webAccount, "needsCurrent": !isFresh,
                "fault": fault,
            ], title: "Change your password", status: status)
    }

    /// The form redirects to Apple, which `form-action 'self'` would block.
    func passwordUpgrade(isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "password_upgrade",
            [
                "isFresh": isFresh, "signInPath": signInPath, "formPath": Paths.webAccountUpgrade,
                "accountPath": Paths.webAccount,
            ], title: "Use Sign in with Apple instead", permission: .resend)
    }
}
