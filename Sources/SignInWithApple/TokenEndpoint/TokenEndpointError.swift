/// An error of Apple's token or revocation endpoint (RFC 6749 §5.2; Apple: ErrorResponse).
public struct TokenEndpointError: Error, Sendable, Equatable {
    /// The `error` member; an open list, of which Apple documents six.
    public let code: String
    /// The `error_description` member, shortened and without control characters; for a developer, not for a program.
    public let description: String?

    /// An error as Apple names it.
    public init(code: String, description: String? = nil) {
        self.code = code
        self.description = description
    }
}

extension TokenEndpointError {
    /// A parameter is missing, unknown or doubled.
    public static let invalidRequest = "invalid_request"
    /// The client secret is not accepted: wrong key, team, client id or times. For the operator, not the person.
    public static let invalidClient = "invalid_client"
    /// The code or refresh token is spent, expired, revoked or belongs to another client.
    public static let invalidGrant = "invalid_grant"
    /// The client may not use this grant.
    public static let unauthorizedClient = "unauthorized_client"
    /// The grant type is unknown.
    public static let unsupportedGrantType = "unsupported_grant_type"
    /// The scope is unknown.
    public static let invalidScope = "invalid_scope"
}
