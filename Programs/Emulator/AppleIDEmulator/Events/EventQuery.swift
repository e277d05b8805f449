import HTTPServing

/// Which events a reader wants, and when the stream ends.
struct EventQuery: Sendable {
    /// The parameters. A misspelt filter would let a test wait for ever.
    private static let known = KnownNames([
        "since", "types", "until", "count", "wait", "client_id", "team_id", "person",
    ])

    /// The position after which to begin. Nil: only what happens from now on.
    var since: Int?
    /// Nil: all of them.
    var types: Set<EventType>?
    /// The stream ends after an event of this type.
    var until: EventType?
    /// The stream ends after so many events.
    var count: Int?
    /// Whether to wait for events that have not happened yet.
    var waits = true
    var client: String?
    var team: String?
    var person: String?

    /// Reads `?since=&types=a,b&until=&count=&wait=false&client_id=&team_id=&person=`. A browser that reconnects sends
    /// the header `Last-Event-ID`, which takes precedence (https://html.spec.whatwg.org/multipage/server-sent-events.html).
    init(_ query: String, lastEventID: String? = nil) throws(ControlRefusal) {
        guard let fields = FormFields(decoding: query.utf8) else {
            throw .badRequest("events_query", "The query is not percent-encoded UTF-8.")
        }
        do throws(NameFault) {
            try Self.known.check(parameters: fields.names)
        } catch {
            guard let names = error.names else { return }
            throw .unknown(names, "events_parameter", "The query has a parameter that is unknown.")
        }
        since = try Self.number(lastEventID ?? fields.filled("since"), "since", from: 0)
        count = try Self.number(fields.filled("count"), "count", from: 1)
        until = try fields.filled("until").map(Self.type)
        if let names = fields.filled("types") {
            types = []
            for name in names.split(separator: ",") { types?.insert(try Self.type(String(name))) }
        }
        switch fields["wait"] ?? "true" {
        case "true": waits = true
        case "false": waits = false
        default: throw .badRequest("events_wait", "wait must be true or false.")
        }
        (client, team, person) = (fields.filled("client_id"), fields.filled("team_id"), fields.filled("person"))
    }

    /// Whether the reader wants this event. One that is not about a client, a team or a person does not pass a filter
    /// for it.
    func wants(_ event: EmulatorEvent) -> Bool {
        if let types, !types.contains(event.type), event.type != until { return false }
        return (client == nil || client == event.client) && (team == nil || team == event.team)
            && (person == nil || person == event.person)
    }

    private static func number(
        _ text: String?, _ name: String, from least: Int
    ) throws(ControlRefusal) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), number >= least else {
            throw .badRequest("events_\(name)", "\(name) must be a whole number, at least \(least).")
        }
        return number
    }

    private static func type(_ name: String) throws(ControlRefusal) -> EventType {
        guard let type = EventType(rawValue: name) else {
            let known = EventType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badRequest("event_type_unknown", "There is no event \(name). Known: \(known).")
        }
        return type
    }
}
