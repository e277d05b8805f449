import HTTPServing
import SignInAPI

/// What the start of a web sign-in asks for, and the path that asks for it again.
struct WebSignInRequest: Sendable, Equatable {
    let client: String?
    let returnTo: String?

    var path: String { path(of: Paths.webSignIn) }

    /// The same with a name and a password.
    var passwordPath: String { path(of: Paths.webPasswordSignIn) }

    private func path(of page: String) -> String {
        let fields = [("client", client), ("return_to", returnTo)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return fields.isEmpty ? page : page + "?" + FormFields.encode(fields)
    }
}
