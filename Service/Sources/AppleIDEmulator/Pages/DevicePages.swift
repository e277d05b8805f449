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

    /// What the app receives: the members of `ASAuthorizationAppleIDCredential`.
    static func deviceCredential(_ device: Device, _ app: Client, _ credential: OrderedJSON) -> Page {
        var members: [[String: String]] = []
        if case .object(let all) = credential {
            members = all.map { name, value in
                if case .string(let text) = value { return ["name": name, "value": text] }
                return ["name": name, "value": value.text]
            }
        }
        return Page(
            "device_credential", title: "What the app gets", app.shown,
            ["members": members, "back": "/device?" + FormFields.encode([("device", device.name)])])
    }
}
