/// The result of an approval: a code, possibly a token, and what the app may learn about the person.
struct Authorized: Sendable {
    let code: String
    let identityToken: String?
    let isFirst: Bool
    let subject: String
    let scopes: Set<Scope>
    let email: IssuedIdentityToken.SharedEmail?
    let name: PersonName

    /// The unsigned `user` value. It exists only at the first sign-in and contains only what was requested.
    var userJSON: String? { user?.text }

    /// The same as an object, which is what a popup gets.
    var user: OrderedJSON? {
        guard isFirst, !scopes.isEmpty else { return nil }
        var members: [(name: String, value: OrderedJSON)] = []
        if scopes.contains(.name) {
            members.append(
                ("name", .object([("firstName", .string(name.first)), ("lastName", .string(name.last))])))
        }
        if let email { members.append(("email", .string(email.address))) }
        return .object(members)
    }
}
