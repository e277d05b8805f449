/// How a notification is written. What travels differs from what is documented; the wire is the default
/// (Documentation/emulator-fidelity.md, "Notifications").
struct NotificationShape: Sendable, Equatable, Codable {
    let eventsAs: Switches.EventsForm
    let eventTimeUnit: Switches.EventTimeUnit

    /// The shape of what happens now; it stays when switches are turned before it is sent.
    init(_ switches: Switches) {
        eventsAs = switches.eventsAs
        eventTimeUnit = switches.eventTimeUnit
    }
}
