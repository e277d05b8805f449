import Hummingbird
import SignInAPI

/// The page with a button: shown when another site leads somebody to the start of a sign-in.
///
/// A link starts the sign-in, not a form: `form-action 'self'` would also stop the redirect to Apple that follows.
extension Pages {
    func signIn(_ request: WebSignInRequest, offersPassword: Bool) throws -> Response {
        let passwordPath = offersPassword ? request.passwordPath : nil
        return try render("sign_in", ["signInPath": request.path, "passwordPath": passwordPath], title: "Sign in")
    }

    func cancelled(_ request: WebSignInRequest, returnTo location: String) throws -> Response {
        try render(
            "cancelled", ["signInPath": request.path, "returnTo": location], title: "Sign-in cancelled")
    }
}
