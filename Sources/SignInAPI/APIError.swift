/// Every refusal of the JSON API. Decide on `error`; `message` is for a developer and may change.
public struct APIError: Error, Codable, Sendable, Equatable {
    /// The stable code.
    public var error: String
    /// What happened, for a developer. Never holds what was sent.
    public var message: String
    /// Names this request in the service's log.
    public var requestID: String
    /// Where the code is explained.
    public var documentation: String

    /// A refusal as the service answers it.
    public init(error: String, message: String, requestID: String, documentation: String) {
        self.error = error
        self.message = message
        self.requestID = requestID
        self.documentation = documentation
    }

    enum CodingKeys: String, CodingKey {
        case error, message, documentation
        case requestID = "request_id"
    }
}

extension APIError {
    /// The codes on which a client decides; the others are shown, logged and counted. The service's list is at ``Paths/errorCodes``.
    public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// The code as it stands in a reply.
        public let rawValue: String

        /// A code of a reply, whether a client decides on it or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The attempt is too old: sign in again.
        public static let attemptExpired = Self(rawValue: "attempt_expired")
        /// The access token has reached its end: renew the session.
        public static let accessTokenExpired = Self(rawValue: "access_token_expired")
        /// Others renewed the session while the request waited, and nothing was done: send the newest token that is stored.
        public static let refreshOvertaken = Self(rawValue: "refresh_overtaken")
        /// The session was ended.
        public static let sessionEnded = Self(rawValue: "session_ended")
        /// The session was not used for too long, or is too old.
        public static let sessionExpired = Self(rawValue: "session_expired")
        /// The refresh token was not issued by this service.
        public static let refreshTokenInvalid = Self(rawValue: "refresh_token_invalid")
        /// The refresh token was used before.
        public static let refreshTokenReused = Self(rawValue: "refresh_token_reused")
        /// The refresh token belongs to another client.
        public static let refreshTokenWrongClient = Self(rawValue: "refresh_token_wrong_client")
        /// The account is disabled.
        public static let accountDisabled = Self(rawValue: "account_disabled")
        /// The account waits for the operator.
        public static let accountHeld = Self(rawValue: "account_held")
        /// The account waits for another proof that a person is behind it.
        public static let proofRequired = Self(rawValue: "proof_required")
        /// The person stopped using the app at Apple.
        public static let consentRevoked = Self(rawValue: "consent_revoked")

        /// The codes with which a refused refresh leaves a session that cannot be used any more.
        private static let ending: [Code] = [
            .sessionEnded, .sessionExpired, .refreshTokenInvalid, .refreshTokenReused, .refreshTokenWrongClient,
            .accountDisabled, .accountHeld, .proofRequired, .consentRevoked,
        ]

        /// Every code on which a client decides.
        public static let allCases: [Code] = [.attemptExpired, .accessTokenExpired, .refreshOvertaken] + ending

        /// Whether the session is over when a refresh is refused with this code.
        public var endsSession: Bool { Self.ending.contains(self) }
    }
}
