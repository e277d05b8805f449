import Hummingbird
import SignInAPI

/// The page with a button: shown when another site leads somebody to the start of a sign-in.
///
/// A link starts the sign-in, not a form: `form-action 'self'` would also stop the redirect to Apple that follows.
extension Pages {
    func signIn(_ request: WebSignInRequest, offersPassword: Bool) throws -> Response {
        var values: [String: Any] = ["signInPath": request.path]
        if offersPassword { values["passwordPath"] = request.passwordPath }
        return try render("sign_in", values, title: "Sign in")
    }

    func cancelled(_ request: WebSignInRequest, returnTo location: String) throws -> Response {
        try render(
            "cancelled", ["signInPath": request.path, "returnTo": location], title: "Sign-in cancelled")
    }
}
