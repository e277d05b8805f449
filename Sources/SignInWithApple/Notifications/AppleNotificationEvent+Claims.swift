import JSONWebTokens

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension AppleNotificationEvent {
    /// Reads `events`, which is documented as an object, but was also seen as a text that contains one. Returns `nil`
    /// unless it is one event with `type`, `sub` and `event_time`.
    ///
    /// - Parameter issuedAt: when Apple signed it. An event cannot be reported before it happened, so a later
    ///   `event_time` is reduced to this time. Otherwise the event would supersede every later one, and end what has
    ///   not begun yet.
    init?(_ claims: JSONObject, issuedAt: Double) {
        guard let event = Self.event(in: claims), let kind = event.identifier("type"),
            let subject = event.identifier("sub"), let time = Self.seconds(event)
        else { return nil }
        let email = event.text("email").flatMap { VerifiedEmail.hasForm(of: $0) ? $0 : nil }
        self.init(
            kind: AppleNotificationKind(rawValue: kind), subject: AppleUserID(rawValue: subject),
            occurredAt: Date(timeIntervalSince1970: min(time, issuedAt + Self.clockDifference)), email: email,
            isPrivateEmail: event.flag("is_private_email"))
    }

    /// Seconds by which the clocks of Apple's servers may differ.
    private static let clockDifference = 60.0

    private static func event(in claims: JSONObject) -> JSONObject? {
        switch claims["events"] {
        case .object(let event): event
        case .string(let text): try? StrictJSONReader.readObject(Array(text.utf8))
        default: nil
        }
    }

    /// Documented in seconds, but seen in milliseconds: 10^11 seconds is the year 5138, 10^11 milliseconds was in 1973.
    private static func seconds(_ event: JSONObject) -> Double? {
        guard let time = event.double("event_time") ?? event.text("event_time").flatMap(decimal), time > 0,
            time < 1e14
        else { return nil }
        return time >= 1e11 ? time / 1_000 : time
    }

    /// Accepts digits only, because `Double("0x10")` and `Double("nan")` are numbers, too.
    private static func decimal(_ text: String) -> Double? {
        (1...15).contains(text.utf8.count) && text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            ? Double(text) : nil
    }
}
