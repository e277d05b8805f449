#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An error of Apple's token or revocation endpoint (RFC 6749 §5.2; Apple: ErrorResponse).
public struct TokenEndpointError: Error, Sendable, Equatable {
    /// The `error` member. An open list, of which Apple documents six values.
    public let code: String
    /// The `error_description` member, shortened and without control characters. It is for developers, not for
    /// programs.
    public let description: String?

    /// Creates an error with Apple's name for it.
    public init(code: String, description: String? = nil) {
        self.code = code
        self.description = description
    }
}

extension TokenEndpointError {
    /// A parameter is missing, unknown or repeated.
    public static let invalidRequest = "invalid_request"
    /// The client secret was refused: wrong key, team, client id or times. The operator must act, not the person.
    public static let invalidClient = "invalid_client"
    /// The code or refresh token was used, has expired, was revoked or belongs to another client.
    public static let invalidGrant = "invalid_grant"
    /// The client may not use this grant.
    public static let unauthorizedClient = "unauthorized_client"
    /// The grant type is unknown.
    public static let unsupportedGrantType = "unsupported_grant_type"
    /// The scope is unknown.
    public static let invalidScope = "invalid_scope"
}

extension TokenEndpointError {
    /// The cause of an `invalid_grant`, if Apple's description is one of those observed so far.
    ///
    /// The list may grow: end a `switch` with `default`.
    public struct Cause: RawRepresentable, Hashable, CaseIterable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a cause from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code was used before: an exchange was repeated. The first use may have succeeded.
        public static let codeAlreadyUsed = Self(rawValue: "code_already_used")
        /// The code is older than five minutes, or the person withdrew the authorization in the meantime.
        public static let codeExpired = Self(rawValue: "code_expired")
        /// The code belongs to another client: a native code exchanged for the Services ID, or the other way round.
        public static let clientMismatch = Self(rawValue: "client_mismatch")
        /// The redirect URI is not exactly that of the authorization request, character by character.
        public static let redirectMismatch = Self(rawValue: "redirect_mismatch")
        /// The refresh token is invalid: the person stopped using the app or changed the password, or it was revoked.
        public static let tokenRevoked = Self(rawValue: "token_revoked")

        /// All causes.
        public static let allCases: [Self] = [
            .codeAlreadyUsed, .codeExpired, .clientMismatch, .redirectMismatch, .tokenRevoked,
        ]
    }

    /// The cause, or `nil` if Apple sent no description or an unknown one.
    ///
    /// The texts are observed, not documented: use the cause for logs and alarms, not for decisions about people.
    public var cause: Cause? {
        guard code == Self.invalidGrant, let text = description?.lowercased() else { return nil }
        if text.hasPrefix("client_id mismatch") { return .clientMismatch }
        if text.hasPrefix("redirect_uri mismatch") { return .redirectMismatch }
        if text.contains("code has already been used") { return .codeAlreadyUsed }
        if text.contains("code has expired") { return .codeExpired }
        if text.contains("token has expired") { return .tokenRevoked }
        return nil
    }
}
