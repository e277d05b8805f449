/// A developer team at the emulator, as in Apple's developer portal.
public struct EmulatorTeam: Sendable, Equatable {
    /// The return URLs of a service for which none are given.
    public static let defaultReturnURLs = ["http://localhost:8080/web/callback"]

    /// The Team ID, the issuer of client secrets.
    public let teamID: String
    /// The key ID, for the header `kid` of client secrets.
    public let keyID: String
    /// The private key in PEM, as in the `.p8` file that Apple's portal offers once. It signs client secrets.
    public let privateKeyPEM: String
    /// The App ID, which is the client ID of an app.
    public let app: String
    /// The Services ID, which is the client ID of a website.
    public let service: String
    /// The service's registered return URLs.
    public let returnURLs: [String]
}

/// A person with an Apple Account at the emulator.
public struct EmulatorPerson: Sendable, Equatable {
    /// The name of the person in control calls.
    public let key: String
    /// The address of the Apple Account.
    public let email: String
    /// The password on the emulator's sign-in pages.
    public let password: String
    /// The given name of the Apple Account.
    public let givenName: String
    /// The family name of the Apple Account.
    public let familyName: String
}
