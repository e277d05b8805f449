/// A request to end one's own session. The body is optional.
public struct OwnSessionEndRequest: RequestMessage, Equatable {
    /// `person`: the person signed out. `credential_revoked`: the device says that Apple's credential was revoked. Then
    /// the service asks Apple, and ends the account's other sessions if Apple confirms it.
    public var reason: String

    /// The person signed out.
    public static let person = OwnSessionEndRequest(reason: "person")
    /// The device says that Apple's credential was revoked.
    public static let credentialRevoked = OwnSessionEndRequest(reason: "credential_revoked")

    /// Creates a request with this reason.
    public init(reason: String) {
        self.reason = reason
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self, optional: [.reason])

    enum CodingKeys: String, CodingKey, CaseIterable {
        case reason
    }
}
