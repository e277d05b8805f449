import HTTPServing
package import Settings

/// A control call as a command makes it (Documentation/emulator-control.yaml).
package struct EmulatorCall: Sendable {
    let method: String
    /// The path below `/_emulator`, with its query.
    let path: String
    let body: OrderedJSON?

    private init(_ method: String, _ path: String, _ body: [(name: String, value: OrderedJSON)]? = nil) {
        self.method = method
        self.path = path
        self.body = body.map { .object($0) }
    }

    /// Teams, people and consents.
    package static let snapshot = EmulatorCall("GET", "/snapshot")
    /// The faults that are set.
    package static let faults = EmulatorCall("GET", "/faults")

    /// Removes every fault, or the one with this number.
    package static func removeFaults(id: Int? = nil) -> EmulatorCall {
        EmulatorCall("DELETE", "/faults" + (id.map { "?id=\($0)" } ?? ""))
    }

    /// Makes an endpoint misbehave. The text has the form of `--fault`.
    package static func addFault(_ text: String) throws(ConfigurationFaults) -> EmulatorCall {
        do throws(FaultMistake) {
            let members = try FaultSetting.members(text)
            let endpoint = try FaultSetting(json: OrderedJSON.object(members).bytes).endpoint
            return EmulatorCall(
                "POST", "/faults",
                [
                    ("endpoint", .string(endpoint.rawValue)),
                    ("fault", .object(members.filter { $0.name != "endpoint" })),
                ])
        } catch {
            throw ConfigurationFaults(["fault \(text): \(error.sentence)"])
        }
    }

    /// Adds a person.
    package static func addPerson(
        _ key: String, email: String, password: String?, first: String?, last: String?
    ) -> EmulatorCall {
        var members: [(name: String, value: OrderedJSON)] = [("key", .string(key)), ("email", .string(email))]
        if let password { members.append(("password", .string(password))) }
        if first != nil || last != nil {
            members.append(("name", .object([("first", .string(first ?? "")), ("last", .string(last ?? ""))])))
        }
        return EmulatorCall("POST", "/people", members)
    }

    /// Follows the events; `nil` parameters are left out.
    package static func events(
        since: Int?, types: [String], person: String?, client: String?, until: String?, count: Int?, waits: Bool
    ) -> EmulatorCall {
        let filters: [(String, String?)] = [
            ("since", since.map { "\($0)" }), ("types", types.isEmpty ? nil : types.joined(separator: ",")),
            ("person", person), ("client_id", client), ("until", until), ("count", count.map { "\($0)" }),
            ("wait", waits ? nil : "false"),
        ]
        let query = filters.compactMap { name, value in value.map { (name: name, value: $0) } }
        return EmulatorCall("GET", "/events" + (query.isEmpty ? "" : "?" + FormFields.encode(query)))
    }

    /// Lets something happen to a person. What belongs to one app needs the app's `client`.
    package static func trigger(
        _ event: TriggeredEvent, person: String, client: String?, password: String?
    ) -> EmulatorCall {
        var members: [(name: String, value: OrderedJSON)] = [("person", .string(person))]
        if event.isAboutOneApp, let client { members.append(("client", .string(client))) }
        switch event {
        case .consentRevoked: return EmulatorCall("POST", "/account/stop-using", members)
        case .emailDisabled, .emailEnabled:
            members.append(("on", .boolean(event == .emailEnabled)))
            return EmulatorCall("POST", "/account/forwarding", members)
        case .passwordChanged:
            members.append(("password", .string(password ?? "")))
            return EmulatorCall("POST", "/account/password", members)
        case .accountDeleted: return EmulatorCall("POST", "/account/delete", members)
        }
    }

    /// Sends a notification although nothing happened.
    package static func notify(_ type: String, person: String, client: String) -> EmulatorCall {
        EmulatorCall(
            "POST", "/notifications",
            [("type", .string(type)), ("person", .string(person)), ("client", .string(client))])
    }
}

/// What `trigger` lets happen to a person, by the names of Apple's notifications.
package enum TriggeredEvent: String, CaseIterable, Sendable {
    case consentRevoked = "consent-revoked"
    case emailDisabled = "email-disabled"
    case emailEnabled = "email-enabled"
    case accountDeleted = "account-deleted"
    /// Apple sends no notification of it, but the refresh tokens end (Apple: "Verifying a user").
    case passwordChanged = "password-changed"

    /// Whether it happens to the person's use of one app, and not to the whole Apple Account.
    package var isAboutOneApp: Bool {
        switch self {
        case .consentRevoked, .emailDisabled, .emailEnabled: true
        case .accountDeleted, .passwordChanged: false
        }
    }
}
