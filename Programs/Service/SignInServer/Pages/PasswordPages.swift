import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI

/// The values that the form for a password sign-in keeps.
struct PasswordForm {
    let signIn: WebSignInRequest
    /// The name as typed. The password is never shown again.
    let name: String?
    let canMail: Bool

    init(_ fields: FormFields, canMail: Bool) {
        signIn = WebSignInRequest(fields)
        name = fields["name"]
        self.canMail = canMail
    }
}

/// The pages for people with a password.
extension Pages {
    func passwordSignIn(
        _ form: PasswordForm, fault: ErrorReply? = nil
    ) throws -> Response {
        let signIn = form.signIn
        // If the sign-in leads to another origin, `form-action 'self'` would block the redirect. That of an OpenID client
        // comes after one of our own.
        let leaves =
            signIn.returnTo.map { path in
                !path.isEmpty && (!path.hasPrefix("/") || path.hasPrefix(Paths.oauthContinue + "?"))
            } ?? false
        return try render(
            "password_sign_in",
            [
                "formPath": Paths.webPasswordSignIn, "applePath": signIn.path, "client": signIn.client,
                "forgottenPath": form.canMail ? signIn.forgottenPath : nil, "returnTo": signIn.returnTo,
                "name": form.name, "fault": fault.map { formText(of: $0) },
            ], title: text("common.sign_in"), status: fault?.status ?? .ok, permission: leaves ? .resend : .quiet)
    }

    func passwordForgotten(_ signIn: WebSignInRequest) throws -> Response {
        try render(
            "password_forgotten",
            [
                "formPath": Paths.webPasswordForgotten, "signInPath": signIn.passwordPath, "client": signIn.client,
                "returnTo": signIn.returnTo,
            ], title: text("password.forgotten"))
    }

    /// The same page whether or not anything was mailed.
    func passwordMailed(_ signIn: WebSignInRequest) throws -> Response {
        try render("password_mailed", ["signInPath": signIn.passwordPath], title: text("password.mailed"))
    }

    /// - Parameter code: the code as typed, if the page is shown again.
    func passwordReset(
        code: String? = nil, fault: ErrorReply? = nil
    ) throws -> Response {
        try render(
            "password_reset",
            [
                "formPath": Paths.webPasswordReset, "forgottenPath": Paths.webPasswordForgotten,
                "code": code, "fault": fault.map { formText(of: $0) },
            ], title: text("password.reset"), status: fault?.status ?? .ok, script: .mailedCode)
    }

    func passwordSet() throws -> Response {
        try render("password_set", ["signInPath": Paths.webPasswordSignIn], title: text("password.set_title"))
    }

    func passwordChange(isFresh: Bool, fault: ErrorReply? = nil) throws -> Response {
        try render(
            "password_change",
            [
                "formPath": Paths.webAccountPassword, "accountPath": Paths.webAccount, "needsCurrent": !isFresh,
                "fault": fault.map { formText(of: $0) },
            ], title: text("password.change_title"), status: fault?.status ?? .ok)
    }

    /// The form redirects to Apple, which `form-action 'self'` would block.
    func passwordUpgrade(isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "password_upgrade",
            [
                "isFresh": isFresh, "signInPath": signInPath, "formPath": Paths.webAccountUpgrade,
                "accountPath": Paths.webAccount,
            ], title: text("password.upgrade_title"), permission: .resend)
    }
}
