public import Foundation

extension AppleIDEmulator {
    /// Sets where the emulator sends the team's notifications: https, or http on this machine. Nil: nowhere.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator refuses the address or does not answer.
    public func sendNotifications(to url: URL?) async throws {
        _ = try await calls.post(
            "notifications/url", URLCall(teamID: team.teamID, url: url?.absoluteString), NoReply.self)
    }

    /// Sends a notification about a person, without any action of theirs. Apple has no such feature.
    ///
    /// The person must have signed in to the team before.
    ///
    /// - Returns: the notifications as they were queued. ``notifications()`` says what became of them.
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    @discardableResult
    public func send(
        notification: EmulatorNotification.Kind, about person: EmulatorPerson? = nil
    ) async throws -> [EmulatorNotification] {
        try await calls.post(
            "notifications",
            ["type": notification.rawValue, "person": (person ?? self.person).key, "client": team.app],
            SentReply.self
        ).notifications
    }

    /// The team's notifications so far, once the emulator has tried to send all that are due.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator does not answer.
    public func notifications() async throws -> [EmulatorNotification] {
        try await calls.get("notifications", [("settled", "1")], LogReply.self).entries
            .filter { $0.teamID == team.teamID }
    }
}

/// A notification that the emulator sent, or tried to send, to your server.
public struct EmulatorNotification: Sendable, Equatable, Decodable {
    /// What a notification tells.
    public struct Kind: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The type as Apple writes it.
        public let rawValue: String

        /// Creates a type, also one that Apple may add one day. The emulator sends unknown types that begin with `x-`.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a type.
        public init(stringLiteral value: String) { rawValue = value }

        /// The person turned off forwarding to their relay address.
        public static let emailDisabled: Self = "email-disabled"
        /// The person turned forwarding on again.
        public static let emailEnabled: Self = "email-enabled"
        /// The person stopped using the apps.
        public static let consentRevoked: Self = "consent-revoked"
        /// The person deleted their Apple Account.
        public static let accountDeleted: Self = "account-deleted"
    }

    /// What it tells.
    public var kind: Kind { Kind(rawValue: type) }
    /// The subject that it is about.
    public let subject: String
    /// `waiting`, `held`, `delivered`, `failed`, `lost` or `no_url`.
    public let state: String
    /// The signed token. Nil before the first attempt.
    public let payload: String?

    let type: String
    let teamID: String

    enum CodingKeys: String, CodingKey {
        case subject, state, payload, type
        case teamID = "team_id"
    }
}

private struct URLCall: Encodable {
    let teamID: String
    let url: String?

    enum CodingKeys: String, CodingKey {
        case url
        case teamID = "team_id"
    }
}

private struct SentReply: Decodable {
    let notifications: [EmulatorNotification]
}

private struct LogReply: Decodable {
    let entries: [EmulatorNotification]
}
