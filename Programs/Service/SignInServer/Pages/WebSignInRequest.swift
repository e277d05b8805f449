import HTTPServing
import SignInAPI

/// The parameters at the start of a web sign-in, and the path that repeats it.
struct WebSignInRequest: Sendable, Equatable {
    let client: String?
    let returnTo: String?

    /// The parameters of a link to a sign-in. Whoever passes a link on may add others.
    static let names = KnownNames(["client", "return_to"], ignoresOthers: true)

    init(client: String?, returnTo: String?) {
        (self.client, self.returnTo) = (client, returnTo)
    }

    /// Reads the parameters of a query or a form.
    init(_ fields: FormFields) {
        self.init(client: fields["client"], returnTo: fields["return_to"])
    }

    var path: String { path(of: Paths.webSignIn) }

    /// The same sign-in with a name and a password.
    var passwordPath: String { path(of: Paths.webPasswordSignIn) }

    /// The page that requests a mail to set a new password, from which the person can come back.
    var forgottenPath: String { path(of: Paths.webPasswordForgotten) }

    private func path(of page: String) -> String {
        let fields = [("client", client), ("return_to", returnTo)].compactMap { name, value in
            value.map { (name, $0) }
        }
        return fields.isEmpty ? page : page + "?" + FormFields.encode(fields)
    }
}
