/// An error of the JSON API. Programs decide by `error`. `message` is for developers and may change.
public struct APIError: Error, Codable, Sendable, Equatable {
    /// The stable code.
    public var error: String
    /// What happened, for developers. It can contain what the request named: unknown members, and the app, client,
    /// origin or address that the configuration lacks, unless that could be a secret.
    public var message: String
    /// The id of this request in the service's log.
    public var requestID: String
    /// The page that explains the code.
    public var documentation: String
    /// The names that the request has and the route does not know, with `member_unknown` and `parameter_unknown`.
    public var unknown: [UnknownName]?
    /// All names that the route knows, with the same codes.
    public var known: [String]?
    /// Names the sign-in to the app's backend, with `account_held` and `proof_required`. It is a secret.
    public var handle: String?
    /// Seconds until the handle expires.
    public var expiresIn: Int?

    /// A name that the route does not know.
    public struct UnknownName: Codable, Sendable, Equatable {
        /// The name as it was sent, behind the names of the objects around it: `name.given`.
        public var name: String
        /// The nearest known name, if one is near.
        public var nearest: String?

        /// Creates an unknown name.
        public init(name: String, nearest: String?) {
            self.name = name
            self.nearest = nearest
        }
    }

    /// Creates an error.
    public init(
        error: String, message: String, requestID: String, documentation: String, unknown: [UnknownName]? = nil,
        known: [String]? = nil, handle: String? = nil, expiresIn: Int? = nil
    ) {
        self.error = error
        self.message = message
        self.requestID = requestID
        self.documentation = documentation
        self.unknown = unknown
        self.known = known
        self.handle = handle
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case error, message, documentation, unknown, known, handle
        case requestID = "request_id"
        case expiresIn = "expires_in"
    }
}

extension APIError {
    /// The error codes on which a client decides. Other codes are only shown, logged and counted. The service's list is
    /// at ``Paths/errorCodes``.
    public struct Code: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// The code as replies contain it.
        public let rawValue: String

        /// Creates a code from a reply, whether a client decides on it or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The attempt is too old. Sign in again.
        public static let attemptExpired = Self(rawValue: "attempt_expired")
        /// The access token has expired. Renew the session.
        public static let accessTokenExpired = Self(rawValue: "access_token_expired")
        /// Another request renewed the session while this one waited, and nothing was done. Send the newest token that
        /// is stored.
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
        /// The account is on hold until the operator decides.
        public static let accountHeld = Self(rawValue: "account_held")
        /// The account needs another proof that it belongs to a person.
        public static let proofRequired = Self(rawValue: "proof_required")
        /// The person stopped using the app with their Apple Account.
        public static let consentRevoked = Self(rawValue: "consent_revoked")
        /// The request needs a sign-in of a moment ago. Sign in again, and repeat it.
        public static let freshSignInRequired = Self(rawValue: "fresh_sign_in_required")
        /// The link ticket was not issued, was used, or is too old. Fetch another one.
        public static let linkTicketInvalid = Self(rawValue: "link_ticket_invalid")
        /// The question was answered, replaced, or left open too long. Sign in again.
        public static let questionOver = Self(rawValue: "question_over")
        /// The person has no account, and new ones are only for people who come with a link ticket.
        public static let personNotKnown = Self(rawValue: "person_not_known")
        /// The person has no account, and accounts are only for people who were invited.
        public static let personNotInvited = Self(rawValue: "person_not_invited")
        /// The person has no account, and hides the address that a new one needs.
        public static let addressHidden = Self(rawValue: "address_hidden")
        /// The request has members that the service does not know. Leave out those that are optional, and send it again.
        public static let memberUnknown = Self(rawValue: "member_unknown")

        /// The codes of a refused refresh after which the session cannot be used any more.
        private static let ending: [Code] = [
            .sessionEnded, .sessionExpired, .refreshTokenInvalid, .refreshTokenReused, .refreshTokenWrongClient,
            .accountDisabled, .accountHeld, .proofRequired, .consentRevoked,
        ]

        /// The codes of a refused answer after which the question is over: it was over before, or the service has taken
        /// the answer and does not let the person in, or not yet.
        private static let endingQuestions: [Code] = [
            .questionOver, .accountHeld, .proofRequired, .personNotKnown, .personNotInvited, .addressHidden,
        ]

        /// All codes on which a client decides.
        public static let allCases: [Code] =
            [
                .attemptExpired, .accessTokenExpired, .refreshOvertaken, .freshSignInRequired, .linkTicketInvalid,
                .questionOver, .personNotKnown, .personNotInvited, .addressHidden, .memberUnknown,
            ] + ending

        /// Whether the session is over if a refresh is refused with this code.
        public var endsSession: Bool { Self.ending.contains(self) }

        /// Whether the question is over if an answer to it is refused with this code.
        public var endsQuestion: Bool { Self.endingQuestions.contains(self) }
    }
}
