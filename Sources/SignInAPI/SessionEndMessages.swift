/// Says why the own session is ended; may be left out with the whole body.
public struct OwnSessionEndRequest: Codable, Sendable, Equatable {
    /// `person`: somebody signed out. `credential_revoked`: the device says that Apple's credential was revoked; the
    /// service then asks Apple, and ends the account's other sessions when Apple says so, too.
    public var reason: String

    /// Somebody signed out.
    public static let person = OwnSessionEndRequest(reason: "person")
    /// The device says that Apple's credential was revoked.
    public static let credentialRevoked = OwnSessionEndRequest(reason: "credential_revoked")

    /// A request with this reason.
    public init(reason: String) {
        self.reason = reason
    }
}
