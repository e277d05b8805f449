/// Something that happened in the emulator. It holds no code, token, secret or password.
struct EmulatorEvent: Sendable {
    /// Members of the JSON, which are encoded only when somebody reads the event.
    enum Details: Sendable {
        case members([(name: String, value: OrderedJSON)])
        case request(RequestLog.Entry)

        static let none = Details.members([])
    }

    let type: EventType
    /// Seconds since 1970, by the emulator's clock.
    let at: Int
    var client: String?
    var team: String?
    var person: String?
    var details = Details.none

    /// The event with its number, on one line.
    func json(number: Int) -> OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("id", .integer(number)), ("type", .string(type.rawValue)), ("at", .integer(at)),
        ]
        let about = [("client_id", client), ("team_id", team), ("person", person)]
        for case (let name, let value?) in about { members.append((name, .string(value))) }
        switch details {
        case .members(let more): members += more
        case .request(let entry): members += entry.eventMembers
        }
        return .object(members)
    }
}

extension RequestLog.Entry {
    /// What the log has, without members that are absent.
    fileprivate var eventMembers: [(name: String, value: OrderedJSON)] {
        var members: [(name: String, value: OrderedJSON)] = [
            ("method", .string(method)), ("path", .string(path)), ("status", .integer(status)),
        ]
        let reasons = [("error", error), ("cause", cause), ("explanation", explanation), ("fault", fault)]
        for case (let name, let value?) in reasons { members.append((name, .string(value))) }
        return members
    }
}
