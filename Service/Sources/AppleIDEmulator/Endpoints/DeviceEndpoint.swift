import HTTPServing
import HTTPTypes
import Hummingbird

/// `/device`: the page of a simulated phone. Only those who may make control calls may use it.
struct DeviceEndpoint: Sendable {
    /// The fields of the sheet. The form of the confirmation sends them again, since nothing is kept before it.
    private static let sheetFields: Set = [
        "device", "app", "asks_name", "asks_email", "first_name", "last_name", "email_choice", "nonce",
        "real_user_status",
    ]

    let state: EmulatorState
    let pages: PageTemplates

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let door = ControlPage(configuration: state.configuration)
        runner.add(.get, "/device", .pages, to: router) { try door.admit($0, overview) }
        runner.add(.get, "/device/sheet", .pages, to: router) { try door.admit($0, sheet) }
        runner.add(.post, "/device/account", .pages, to: router) { try await door.post($0, switchAccount) }
        runner.add(.post, "/device/confirmation", .pages, to: router) { try await door.post($0, confirm) }
    }

    private func overview(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        let page = state.read { world in
            Page.device(device, world, find: fields["find"] ?? "") { person, team in
                state.subject(of: person.key, person, team: team)
            }
        }
        return .page(try pages.render(page))
    }

    private func sheet(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        guard let (app, person) = appAndPerson(fields, device) else { return .seeOther(Self.address(of: device)) }
        let consent = state.read { world in
            world.consents[Consent.Key(person: person.key, teamID: app.teamID, primaryApp: app.primaryApp)]
        }
        let relay = state.relayAddress(of: person.key, team: app.teamID, consent)
        return .page(try pages.render(.deviceSheet(device, person, app, consent: consent, relay: relay)))
    }

    private func switchAccount(_ fields: FormFields) throws -> Answer {
        var device = device(fields)
        device.account = state.read { world in fields.filled("person").flatMap { world.person($0)?.key } }
        state.note { [device] in $0.devices[device.name] = device }
        return .seeOther(Self.address(of: device))
    }

    private func confirm(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        guard let (app, person) = appAndPerson(fields, device) else { return .seeOther(Self.address(of: device)) }
        let confirmation = DeviceConfirmation(device, person, failures: fields["failures"].flatMap { Int($0) } ?? 0)
        let given = fields["answer"].flatMap { DeviceConfirmation.PersonAnswer(rawValue: $0) }
        let page: Page
        switch confirmation.outcome(of: given, typed: fields["secret"] ?? "") {
        case .asks(let next):
            page = .deviceConfirmation(next, app, sheet: fields.pairs.filter { Self.sheetFields.contains($0.name) })
        case .confirmed:
            let request = request(fields, device: device, person: person, app: app)
            page = .deviceCredential(device, app, try state.credential(for: request))
        case .cancelled: page = .deviceCancelled(device, app)
        }
        var answer = Answer.page(try pages.render(page))
        answer.client = app.id
        answer.person = person.key
        return answer
    }

    private func request(_ fields: FormFields, device: Device, person: Person, app: Client) -> DeviceRequest {
        var request = DeviceRequest(device: device, person: person, app: app)
        if fields["asks_name"] != nil { request.scopes.insert(.name) }
        if fields["asks_email"] != nil { request.scopes.insert(.email) }
        request.nonce = fields.filled("nonce")
        request.name = PersonName(
            first: fields["first_name"] ?? person.firstName, last: fields["last_name"] ?? person.lastName)
        request.isEmailShared = fields["email_choice"] != "hide"
        request.realUserStatus =
            fields["real_user_status"].flatMap { Int($0) }.flatMap(RealUserStatus.init) ?? .likelyReal
        return request
    }

    private func device(_ fields: FormFields) -> Device {
        let name = String((fields.filled("device") ?? DeviceControl.defaultDevice).prefix(100))
        return state.read { world in
            world.devices[name] ?? Device(name: name, account: world.people.first?.key)
        }
    }

    private func appAndPerson(_ fields: FormFields, _ device: Device) -> (app: Client, person: Person)? {
        state.read { world in
            guard let app = world.client(fields["app"] ?? ""), app.kind == .app,
                let person = device.account.flatMap({ world.person($0) })
            else { return nil }
            return (app, person)
        }
    }

    private static func address(of device: Device) -> String {
        "/device?" + FormFields.encode([("device", device.name)])
    }
}
