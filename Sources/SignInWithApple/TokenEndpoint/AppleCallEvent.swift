#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A completed call to Apple, for metrics and logs. It contains no secret.
///
/// The observer is called on the task that made the call. Count, but do not do work there.
public struct AppleCallEvent: Sendable, Equatable {
    /// The kind of a call. The raw value is a stable name, the label of a counter.
    ///
    /// The list may grow: end a `switch` with `default`.
    public struct Call: RawRepresentable, Hashable, CaseIterable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Creates a kind of call from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A code was exchanged.
        public static let exchange = Self(rawValue: "exchange")
        /// A refresh token was used.
        public static let refresh = Self(rawValue: "refresh")
        /// A token was revoked.
        public static let revoke = Self(rawValue: "revoke")
        /// A token for a team transfer was requested.
        public static let transferToken = Self(rawValue: "transfer_token")
        /// A transfer identifier was requested, by the team that transfers an app.
        public static let transferIdentifier = Self(rawValue: "transfer_identifier")
        /// A user's new identifier was requested, by the team that receives an app.
        public static let transferredPerson = Self(rawValue: "transferred_person")

        /// All kinds of calls.
        public static let allCases: [Self] = [
            .exchange, .refresh, .revoke, .transferToken, .transferIdentifier, .transferredPerson,
        ]
    }

    /// The kind of the call.
    public let call: Call
    /// The app that made the call.
    public let client: ClientID
    /// The id of the key that signed the client secret. After a key rotation it shows which key works.
    public let signingKeyID: String?
    /// The duration from the first octet to the answer, by the client's clock.
    public let seconds: TimeInterval
    /// The reason for a failure, or `nil` after a success.
    public let failure: AppleCallFailure?
    /// The members of the answer that do not have their documented form and were ignored.
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

/// A member of the token endpoint's answer that does not have its documented form. The answer is used all the same: a
/// code can be used only once, and the refresh token that came with the answer is worth more than an optional member.
///
/// The raw value is a stable name, the label of a counter. The member's value is not reported. An open list.
public struct TokenReplyOddity: RawRepresentable, Hashable, Sendable {
    /// The name as counters show it.
    public let rawValue: String

    /// Creates an oddity with a custom name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension TokenReplyOddity {
    /// `token_type` is not `bearer` in upper or lower case.
    public static let tokenType = Self(rawValue: "token_type_odd")
    /// `expires_in` is not a whole number from 1 to the seconds of a year. An hour is assumed.
    public static let expiresIn = Self(rawValue: "expires_in_odd")
    /// `refresh_token` is present, but not a text of visible ASCII. It is ignored.
    public static let refreshToken = Self(rawValue: "refresh_token_odd")
    /// `id_token` is present, but not a text of visible ASCII. It is ignored.
    public static let identityToken = Self(rawValue: "id_token_odd")
}

extension AppleCallEvent.Call {
    /// Only these three calls return tokens.
    func oddities(in response: TransportResponse) -> [TokenReplyOddity] {
        switch self {
        case .exchange, .refresh, .transferToken: TokenReply.oddities(in: response)
        default: []
        }
    }
}
