import Hummingbird
import SignInAPI

/// The page with a sign-in button, shown if another site led the person to the start of a sign-in.
///
/// The button is a link instead of a form: `form-action 'self'` would also block the redirect to Apple that follows.
extension Pages {
    func signIn(_ request: WebSignInRequest, offersPassword: Bool) throws -> Response {
        let passwordPath = offersPassword ? request.passwordPath : nil
        return try render(
            "sign_in", ["signInPath": request.path, "passwordPath": passwordPath], title: text("common.sign_in"))
    }

    func cancelled(_ request: WebSignInRequest, returnTo location: String) throws -> Response {
        try render(
            "cancelled", ["signInPath": request.path, "returnTo": location], title: text("cancelled.title"))
    }
}
