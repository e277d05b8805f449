/// The refusals that identity tokens and notifications share; both lists answer to these names.
protocol AppleTokenRejection: Error {
    static var tokenTooLarge: Self { get }
    static var tokenMalformed: Self { get }
    static var headerMalformed: Self { get }
    static var algorithmNotAllowed: Self { get }
    static var extensionNotUnderstood: Self { get }
    static var typeMismatch: Self { get }
    static var unknownKey: Self { get }
    static var signatureInvalid: Self { get }
    static var claimsMalformed: Self { get }
    static var issuerMismatch: Self { get }
    static var audienceMismatch: Self { get }
    static var authorizedPartyMismatch: Self { get }
    static var expiryMissing: Self { get }
    static var expired: Self { get }
    static var issuedAtMissing: Self { get }
    static var issuedInFuture: Self { get }
    static var lifetimeOutOfRange: Self { get }
    static var notYetValid: Self { get }

    /// The same for a token whose audience is known.
    func naming(audience: String?) -> Self
}

extension IdentityTokenRejection: AppleTokenRejection {}
extension NotificationRejection: AppleTokenRejection {}
