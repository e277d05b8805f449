/// What one approval gives: a code, perhaps a token, and the name and address if this was the first time.
struct Authorized: Sendable {
    let code: String
    let identityToken: String?
    let isFirst: Bool
    let subject: String
    let scopes: Set<Scope>
    let email: IssuedIdentityToken.SharedEmail?
    let name: PersonName

    /// The unsigned `user` value: first time only, and only what was asked for.
    var userJSON: String? {
        guard isFirst, !scopes.isEmpty else { return nil }
        var members: [(name: String, value: OrderedJSON)] = []
        if scopes.contains(.name) {
            members.append(
                ("name", .object([("firstName", .string(name.first)), ("lastName", .string(name.last))])))
        }
        if let email { members.append(("email", .string(email.address))) }
        return OrderedJSON.object(members).text
    }
}
