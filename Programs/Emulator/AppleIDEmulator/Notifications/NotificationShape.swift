/// How a notification is encoded. What Apple sends differs from its documentation. The default is what it sends
/// (Documentation/emulator-fidelity.md, "Notifications").
struct NotificationShape: Sendable, Equatable, Codable {
    let eventsAs: Switches.EventsForm
    let eventTimeUnit: Switches.EventTimeUnit

    /// The shape for an event that happens now. It stays the same if the switches change before the event is sent.
    init(_ switches: Switches) {
        eventsAs = switches.eventsAs
        eventTimeUnit = switches.eventTimeUnit
    }
}
