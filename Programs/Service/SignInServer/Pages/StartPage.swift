import Hummingbird
import SignInAPI

/// The page at `/` outside the demo.
extension Pages {
    func signedIn() throws -> Response {
        try render(
            "start", ["signedIn": true, "signOutPath": Paths.webSignOut, "accountPath": Paths.webAccount],
            title: text("common.signed_in"))
    }

    /// With several clients for browsers, we cannot tell which one the person wants.
    func signedOut(canSignIn: Bool, offersPassword: Bool) throws -> Response {
        try render(
            "start",
            [
                "signedIn": false, "signInPath": canSignIn ? Paths.webSignIn : nil,
                "passwordPath": canSignIn && offersPassword ? Paths.webPasswordSignIn : nil,
            ], title: text("start.signed_out_title"))
    }
}
