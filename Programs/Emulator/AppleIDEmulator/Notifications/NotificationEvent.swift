/// Apple's four types of notification (Apple: "Processing changes for Sign in with Apple accounts").
enum NotificationType: String, Sendable, CaseIterable {
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case consentRevoked = "consent-revoked"
    case accountDeleted = "account-deleted"

    var isAboutEmail: Bool { self == .emailDisabled || self == .emailEnabled }
}

/// A change of a person's use of one group of apps, independent of the shape in which it is sent.
struct NotificationEvent: Sendable, Equatable, Codable {
    /// The event type as it is sent.
    let type: String
    let person: String
    let teamID: String
    /// The audience. An event belongs to a group of apps, whose URL is set on its primary App ID.
    let primaryApp: String
    let subject: String
    /// The relay address, in events that are about it.
    let relayAddress: String?
    let happenedAt: Int

    private enum CodingKeys: String, CodingKey {
        case type, person, primaryApp, subject, relayAddress, happenedAt
        case teamID = "team_id"
    }
}

/// The claims of one notification.
struct NotificationClaims: Sendable, Equatable, Codable {
    /// As in captures from 2021. Apple does not document `exp`.
    static let lifetime = 86_400
    /// An audience that no client of the emulator has.
    static let wrongAudience = "com.example.somebody-else"

    let event: NotificationEvent
    let jti: String
    let audience: String
    let shape: NotificationShape

    func payload(issuer: String) -> [UInt8] {
        OrderedJSON.object([
            ("iss", .string(issuer)), ("aud", .string(audience)),
            ("exp", .integer(event.happenedAt + Self.lifetime)), ("iat", .integer(event.happenedAt)),
            ("jti", .string(jti)), ("events", shape.eventsAs == .text ? .string(events.text) : events),
        ]).bytes
    }

    private var events: OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("type", .string(event.type)), ("sub", .string(event.subject)),
        ]
        if let address = event.relayAddress {
            // a string in Apple's documentation and in practice
            members += [("email", .string(address)), ("is_private_email", .string("true"))]
        }
        let scale = shape.eventTimeUnit == .milliseconds ? 1_000 : 1
        members.append(("event_time", .integer(event.happenedAt * scale)))
        return .object(members)
    }
}
