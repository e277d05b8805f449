/// What Apple tells about: four types today (Apple: "Processing changes for Sign in with Apple accounts").
enum NotificationType: String, Sendable, CaseIterable {
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case consentRevoked = "consent-revoked"
    case accountDeleted = "account-deleted"

    var isAboutEmail: Bool { self == .emailDisabled || self == .emailEnabled }
}

/// Something that happened to a person's use of one group of apps, before it is written down in one shape or another.
struct NotificationEvent: Sendable, Equatable, Codable {
    /// The name on the wire.
    let type: String
    let person: String
    let teamID: String
    /// The audience: an event belongs to a group of apps, and the group's URL is set on its primary App ID.
    let primaryApp: String
    let subject: String
    /// The relay address, for events about it.
    let relayAddress: String?
    let happenedAt: Int
}

/// The claims of one notification.
struct NotificationClaims: Sendable, Equatable, Codable {
    /// Seen in captures of 2021; Apple documents no `exp`.
    static let lifetime = 86_400
    /// Belongs to nobody here.
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
            // a text in the documentation and on the wire
            members += [("email", .string(address)), ("is_private_email", .string("true"))]
        }
        let scale = shape.eventTimeUnit == .milliseconds ? 1_000 : 1
        members.append(("event_time", .integer(event.happenedAt * scale)))
        return .object(members)
    }
}
