import HTTPServing

extension Page {
    /// A device as its user sees it: who is signed in, the apps, and the last signals they received.
    static func device(
        _ device: Device, _ world: borrowing World, find: String, subject: (Person, String) -> String
    ) -> Page {
        let person = device.account.flatMap { world.person($0) }
        let choice = PeopleChoice(world.people, find: find, current: device.account)
        let everyApp = world.teams.values.flatMap(\.apps.keys)
        let found = everyApp.filter { find.isEmpty || $0.lowercased().contains(find.lowercased()) }
        let clients = found.sorted().prefix(PeopleChoice.most).compactMap { world.client($0) }
        let apps = clients.map { client in
            let state = person.map { world.credentialState(of: $0.key, app: client, on: device) } ?? .notFound
            return [
                "id": client.id, "initial": client.initial,
                "credentialState": state.rawValue.split(separator: "_").joined(separator: " "),
                "sheet": "/device/sheet?" + FormFields.encode([("device", device.name), ("app", client.id)]),
            ]
        }
        let signals = world.signals.suffix(5).reversed().compactMap { signal -> [String: String]? in
            guard signal.person == device.account, let person else { return nil }
            return ["app": signal.consent.primaryApp, "user": subject(person, signal.consent.teamID)]
        }
        return Page(
            "device", title: "Device",
            choice.shown(beside: apps, of: found.count, outOf: everyApp.count, "app"),
            [
                "device": device.name, "holder": person?.displayName, "choice": choice, "apps": apps,
                "hasApps": !apps.isEmpty, "signals": signals, "hasSignals": !signals.isEmpty,
            ])
    }

    /// The native sheet: what the app requests, and what the person answers.
    static func deviceSheet(
        _ device: Device, _ person: Person, _ app: Client, consent: Consent?, relay: String
    ) -> Page {
        Page(
            "device_sheet", title: consent == nil ? "Sign up" : "Sign in", app.shown, person.shown,
            ["device": device.name, "isFirst": consent == nil, "relay": relay])
    }

    /// The step in which the person confirms. Its form carries the fields of the sheet.
    static func deviceConfirmation(
        _ confirmation: DeviceConfirmation, _ app: Client, sheet: [(name: String, value: String)]
    ) -> Page {
        let asked = confirmation.asked
        let isWrong = confirmation.failed == asked
        return Page(
            "device_confirmation", title: asked.title, app.shown, confirmation.person.shown,
            [
                "method": asked.name, "isTyped": !asked.isBiometric, "isPasscode": asked == .passcode,
                "secret": confirmation.secret, "failures": confirmation.failures,
                "problem": confirmation.failed?.problem, "isWrong": isWrong,
                "fields": sheet.map { ["name": $0.name, "value": $0.value] },
            ])
    }

    /// What the app receives: the members of `ASAuthorizationAppleIDCredential`.
    static func deviceCredential(_ device: Device, _ app: Client, _ credential: OrderedJSON) -> Page {
        Page(
            "device_credential", title: "What the app gets", app.shown,
            ["members": members(of: credential), "back": back(to: device)])
    }

    /// What the app receives if the person does not confirm.
    static func deviceCancelled(_ device: Device, _ app: Client) -> Page {
        Page(
            "device_cancelled", title: "What the app gets", app.shown,
            ["members": members(of: AuthorizationFailure.canceled.json), "back": back(to: device)])
    }

    private static func members(of json: OrderedJSON) -> [[String: String]] {
        guard case .object(let all) = json else { return [] }
        return all.map { name, value in
            if case .string(let text) = value { return ["name": name, "value": text] }
            return ["name": name, "value": value.text]
        }
    }

    private static func back(to device: Device) -> String {
        "/device?" + FormFields.encode([("device", device.name)])
    }
}

extension ConfirmationMethod {
    fileprivate var name: String {
        switch self {
        case .faceID: "Face ID"
        case .touchID: "Touch ID"
        case .passcode: "passcode"
        case .password: "password"
        }
    }

    fileprivate var title: String { isBiometric ? name : "Enter the \(name)" }

    fileprivate var problem: String { isBiometric ? "\(name) did not recognise you." : "The \(name) is wrong." }
}
