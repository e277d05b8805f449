import HTTPTypes
import Hummingbird
import PasswordHashing
import SignInAPI
import SignInFlows

/// What a sign-in form with a password carries along.
struct PasswordForm {
    let client: String?
    let returnTo: String?
    /// As it was typed; a password is never shown again.
    let name: String?
    let canMail: Bool

    init(_ fields: FormFields, canMail: Bool) {
        client = fields["client"]
        returnTo = fields["return_to"]
        name = fields["name"]
        self.canMail = canMail
    }
}

/// What a form says about a fault. Errors without a text here have a page of their own.
enum PasswordFaultCopy {
    static func fault(_ error: SignInError) -> String? {
        switch error {
        case .refused(.passwordWrong): "Name and password do not belong together. Look at both again."
        case .refused(.passwordDelayed(let seconds)):
            "That was wrong too often in a row. Please wait \(wait(seconds)), or use another way in."
        case .refused(.password(.tooShort)): "Please take eight characters or more. Several words are easy to remember."
        case .refused(.password(.tooLong)): "That is longer than a password can be."
        case .refused(.password(.common)):
            "That is among the first that everybody tries. Several words that do not belong together are hard to guess."
        case .unavailable(.hashing, _): "Too many people are signing in at this moment. Please try again."
        default: nil
        }
    }

    /// The same for the page that takes a mailed code.
    static func resetFault(_ error: SignInError) -> String? {
        guard case .refused(.mailedTokenInvalid) = error else { return fault(error) }
        return
            "This code is not right, was used, or is older than ten minutes. Look at it again, or ask for another mail."
    }

    private static func wait(_ seconds: Int) -> String {
        if seconds == 1 { return "a second" }
        return seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    }
}

/// The pages for people with a password.
extension Pages {
    func passwordSignIn(
        _ form: PasswordForm, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let apple = WebSignInRequest(client: form.client, returnTo: form.returnTo)
        var values: [String: Any] = [
            "formPath": Paths.webPasswordSignIn, "applePath": apple.path,
        ]
        values["forgottenPath"] = form.canMail ? Paths.webPasswordForgotten : nil
        values["client"] = form.client
        values["returnTo"] = form.returnTo
        values["name"] = form.name
        values["fault"] = fault
        // Where the person goes on to another origin, `form-action 'self'` would stop the redirect.
        let leaves = form.returnTo.map { !$0.isEmpty && !$0.hasPrefix("/") } ?? false
        return try render(
            "password_sign_in", values, title: "Sign in", status: status, permission: leaves ? .resend : .quiet)
    }

    func passwordForgotten() throws -> Response {
        try render(
            "password_forgotten",
            ["formPath": Paths.webPasswordForgotten, "signInPath": Paths.webPasswordSignIn],
            title: "Forgot your password?")
    }

    /// The same whether or not anything was mailed.
    func passwordMailed() throws -> Response {
        try render("password_mailed", ["signInPath": Paths.webPasswordSignIn], title: "Look at your mail")
    }

    /// - Parameter code: as it was typed, when the page is shown again.
    func passwordReset(
        code: String? = nil, fault: String? = nil, status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var values: [String: Any] = [
            "formPath": Paths.webPasswordReset, "forgottenPath": Paths.webPasswordForgotten,
            "script": Self.mailedCodeScript,
        ]
        values["code"] = code
        values["fault"] = fault
        return try render(
            "password_reset", values, title: "Choose a new password", status: status, permission: .mailedCode)
    }

    func passwordSet() throws -> Response {
        try render("password_set", ["signInPath": Paths.webPasswordSignIn], title: "Your password is changed")
    }

    func passwordChange(isFresh: Bool, fault: String? = nil, status: HTTPResponse.Status = .ok) throws -> Response {
        var values: [String: Any] = [
            "formPath": Paths.webAccountPassword, "accountPath": Paths.webAccount, "needsCurrent": !isFresh,
        ]
        values["fault"] = fault
        return try render("password_change", values, title: "Change your password", status: status)
    }

    /// Its form leads to Apple, which `form-action 'self'` would stop.
    func passwordUpgrade(isFresh: Bool, signInPath: String) throws -> Response {
        try render(
            "password_upgrade",
            [
                "isFresh": isFresh, "signInPath": signInPath, "formPath": Paths.webAccountUpgrade,
                "accountPath": Paths.webAccount,
            ], title: "Use Sign in with Apple instead", permission: .resend)
    }
}
