import HTTPServing
import SignInAPI

/// The parameters at the start of a web sign-in, and the path that repeats it.
struct WebSignInRequest: Sendable, Equatable {
    let client: String?
    let returnTo: String?

    var path: String { path(of: Paths.webSignIn) }

    /// The same sign-in with a name and a password.
    var passwordPath: String { path(of: Paths.webPasswordSignIn) }

    private func path(of page: String) -> String {
        let fields = [("client", client), ("return_to", returnTo)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return fields.isEmpty ? page : page + "?" + FormFields.encode(fields)
    }
}
