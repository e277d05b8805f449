import Hummingbird
import SignInAPI

/// What stands at `/` outside the demo.
extension Pages {
    func signedIn() throws -> Response {
        try render(
            "start", ["signedIn": true, "signOutPath": Paths.webSignOut, "accountPath": Paths.webAccount],
            title: "Signed in")
    }

    /// With several clients for browsers nobody can tell which one a person wants.
    func signedOut(canSignIn: Bool, offersPassword: Bool) throws -> Response {
        var values: [String: Any] = ["signedIn": false]
        if canSignIn { values["signInPath"] = Paths.webSignIn }
        if canSignIn, offersPassword { values["passwordPath"] = Paths.webPasswordSignIn }
        return try render("start", values, title: "Signed out")
    }
}
