/// What a browser sends to a return URL after a sign-in on the website.
public struct EmulatorApproval: Sendable, Equatable, Decodable {
    /// `POST` for the response mode `form_post`, otherwise `GET`.
    public let method: String
    /// The return URL.
    public let action: String
    /// The response mode of the request, or the one that Apple takes without one.
    public let responseMode: String
    /// The whole address for a redirect. Nil for a form.
    public let location: String?
    /// The parameters by name: `code`, `state`, `id_token`, `user`, or `error`.
    public let fields: [String: String]

    /// The authorization code, if the person signed in.
    public var code: String? { fields["code"] }

    enum CodingKeys: String, CodingKey {
        case method, action, location, fields
        case responseMode = "response_mode"
    }
}

/// What an app gets after a sign-in on a device, as in `ASAuthorizationAppleIDCredential`.
public struct EmulatorCredential: Sendable, Equatable, Decodable {
    /// The subject of the person for the team.
    public let user: String
    /// The identity token, signed by the emulator.
    public let identityToken: String
    /// The code for the token endpoint, valid once and for five minutes.
    public let authorizationCode: String
    /// The given name. Only the first time.
    public var givenName: String? { name?.first }
    /// The family name. Only the first time.
    public var familyName: String? { name?.last }
    /// The address, the person's own or a relay address. Only the first time.
    public let email: String?

    let name: Name?

    struct Name: Sendable, Equatable, Decodable {
        let first: String?
        let last: String?
    }

    enum CodingKeys: String, CodingKey {
        case user, name, email
        case identityToken = "identity_token"
        case authorizationCode = "authorization_code"
    }
}
