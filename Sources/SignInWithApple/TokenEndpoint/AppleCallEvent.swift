#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A call to Apple that ended: for metrics and logs. No secret stands in it.
///
/// Whoever listens is called on the task that made the call: count, do not work.
public struct AppleCallEvent: Sendable, Equatable {
    /// What was asked. The raw value is a stable name, the label of a counter.
    ///
    /// The list may grow: end a `switch` with `default`.
    public struct Call: RawRepresentable, Hashable, CaseIterable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// A call of that name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A code was exchanged.
        public static let exchange = Self(rawValue: "exchange")
        /// A refresh token was used.
        public static let refresh = Self(rawValue: "refresh")
        /// A token was revoked.
        public static let revoke = Self(rawValue: "revoke")
        /// A token for a team transfer was asked for.
        public static let transferToken = Self(rawValue: "transfer_token")
        /// A transfer identifier was asked for, by the team that gives an app away.
        public static let transferIdentifier = Self(rawValue: "transfer_identifier")
        /// Somebody's new identifier was asked for, by the team that takes an app over.
        public static let transferredPerson = Self(rawValue: "transferred_person")

        /// Every one there is.
        public static let allCases: [Self] = [
            .exchange, .refresh, .revoke, .transferToken, .transferIdentifier, .transferredPerson,
        ]
    }

    /// What was asked.
    public let call: Call
    /// For which app.
    public let client: ClientID
    /// The id of the key that signed the client secret: after a change of keys it tells which one works.
    public let signingKeyID: String?
    /// From the first octet to the answer, by the client's clock.
    public let seconds: TimeInterval
    /// Why it brought nothing; `nil` after a success.
    public let failure: AppleCallFailure?
    /// What in the answer does not have its documented form and was done without.
    public let oddities: [TokenReplyOddity]

    init(
        call: Call, client: ClientID, signingKeyID: String?, seconds: TimeInterval, failure: AppleCallFailure?,
        oddities: [TokenReplyOddity] = []
    ) {
        self.call = call
        self.client = client
        self.signingKeyID = signingKeyID
        self.seconds = seconds
        self.failure = failure
        self.oddities = oddities
    }
}

/// A member of the token endpoint's answer that does not have its documented form. The answer is used all the same: a code
/// is spent once, and a refresh token that came with it is not thrown away for a member that nobody needs.
///
/// The raw value is a stable name, the label of a counter; what stood there is not told. An open list.
public struct TokenReplyOddity: RawRepresentable, Hashable, Sendable {
    /// The name as counters show it.
    public let rawValue: String

    /// A name of the caller's own.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension TokenReplyOddity {
    /// `token_type` is not `bearer`, in any case of letters.
    public static let tokenType = Self(rawValue: "token_type_odd")
    /// `expires_in` is not a whole number from 1 to the seconds of a year: an hour is assumed.
    public static let expiresIn = Self(rawValue: "expires_in_odd")
    /// `refresh_token` is there and is not a text of visible ASCII: it is left out.
    public static let refreshToken = Self(rawValue: "refresh_token_odd")
    /// `id_token` is there and is not a text of visible ASCII: it is left out.
    public static let identityToken = Self(rawValue: "id_token_odd")
}

extension AppleCallEvent.Call {
    /// Only these three bring tokens.
    func oddities(in response: TransportResponse) -> [TokenReplyOddity] {
        switch self {
        case .exchange, .refresh, .transferToken: TokenReply.oddities(in: response)
        default: []
        }
    }
}
