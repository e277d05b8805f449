/// A device as a person holds it: who is signed in, which apps are on it, what they were told last.
struct DevicePage: PageRenderer.Page {
    struct App: Sendable {
        let id: String
        let initial: String
        let credentialState: String
        let sheet: String
    }

    struct Signal: Sendable {
        let number: Int
        let app: String
        let user: String
    }

    static let template = "device"
    let title = "Device"
    let device: String
    let holder: String?
    let choice: PeopleChoice
    let isMany: Bool
    let find: String
    let tally: String
    let apps: [App]
    let hasApps: Bool
    let signals: [Signal]
    let hasSignals: Bool

    init(_ device: Device, _ world: borrowing World, find: String, subject: (Person, String) -> String) {
        self.device = device.name
        let person = device.account.flatMap { world.person($0) }
        holder = person.map { $0.fullName.isEmpty ? $0.key : $0.fullName }
        choice = PeopleChoice(world.people, find: find, current: device.account)
        self.find = choice.find
        let everyApp = world.teams.values.flatMap(\.apps.keys)
        let found = everyApp.filter { find.isEmpty || $0.lowercased().contains(find.lowercased()) }
        let clients = found.sorted().prefix(PeopleChoice.most).compactMap { world.client($0) }
        isMany = choice.isMany || everyApp.count > PeopleChoice.most
        tally =
            PeopleChoice.tally(shown: clients.count, of: found.count, find: "", one: "app", many: "apps")
            + " " + choice.tally
        apps = clients.map { client in
            let found = person.map { world.credentialState(of: $0.key, app: client, on: device) }
            return App(
                id: client.id, initial: client.initial,
                credentialState: (found ?? .notFound).rawValue.split(separator: "_").joined(separator: " "),
                sheet: "/device/sheet?" + FormFields.encode([("device", device.name), ("app", client.id)]))
        }
        hasApps = !apps.isEmpty
        signals = world.signals.suffix(5).reversed().compactMap { signal in
            guard signal.person == device.account, let person else { return nil }
            return Signal(
                number: signal.number, app: signal.consent.primaryApp, user: subject(person, signal.consent.teamID))
        }
        hasSignals = !signals.isEmpty
    }
}

/// The native sheet, with what the app asks for beside what the person answers.
struct DeviceSheetPage: PageRenderer.Page {
    static let template = "device_sheet"
    let title: String
    let device: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step: Int? = nil
    let isFirst: Bool
    let name: String
    let firstName: String
    let lastName: String
    let email: String
    let initials: String
    let relay: String

    init(_ device: Device, _ person: Person, _ app: Client, consent: Consent?, relay: String) {
        self.device = device.name
        clientID = app.id
        clientInitial = app.initial
        teamID = app.teamID
        isFirst = consent == nil
        title = isFirst ? "Sign up" : "Sign in"
        name = person.fullName
        firstName = person.firstName
        lastName = person.lastName
        email = person.email
        initials = person.initials
        self.relay = relay
    }
}

/// What the app is handed: the members of `ASAuthorizationAppleIDCredential`.
struct DeviceCredentialPage: PageRenderer.Page {
    struct Member: Sendable {
        let name: String
        let value: String
    }

    static let template = "device_credential"
    let title = "What the app gets"
    let device: String
    let clientID: String
    let clientInitial: String
    let teamID: String
    let step: Int? = nil
    let members: [Member]
    let back: String

    init(_ device: Device, _ app: Client, _ credential: OrderedJSON) {
        self.device = device.name
        clientID = app.id
        clientInitial = app.initial
        teamID = app.teamID
        back = "/device?" + FormFields.encode([("device", device.name)])
        guard case .object(let all) = credential else {
            members = []
            return
        }
        members = all.map { member in
            if case .string(let text) = member.value { return Member(name: member.name, value: text) }
            return Member(name: member.name, value: member.value.text)
        }
    }
}
