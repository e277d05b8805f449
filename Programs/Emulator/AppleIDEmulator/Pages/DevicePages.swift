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
                // without an account, only a saved password can be found
                "sheet": "/device/sheet?" + query(device, client) + (person == nil ? "&request=passwords" : ""),
            ]
        }
        let signals = world.signals.suffix(5).reversed().compactMap { signal -> [String: String]? in
            guard signal.person == device.account, let person else { return nil }
            return ["app": signal.consent.primaryApp, "user": subject(person, signal.consent.teamID)]
        }
        let owner = KeychainOwner(account: device.account, device: device.name)
        let passwords = world.keychains[owner].map { saved in
            ["id": String(saved.id), "user": saved.user, "domain": saved.domain, "secret": saved.password]
        }
        return Page(
            "device", title: "Device",
            choice.shown(beside: apps, of: found.count, outOf: everyApp.count, "app"), choice.testPeople,
            [
                "device": device.name, "holder": person?.displayName, "choice": choice, "apps": apps,
                "hasApps": !apps.isEmpty, "passwords": passwords, "hasPasswords": !passwords.isEmpty,
                "signals": signals, "hasSignals": !signals.isEmpty,
            ])
    }

    /// The native sheet: what the app requests, and what the person answers.
    static func deviceSheet(
        _ device: Device, _ person: Person, _ app: Client, consent: Consent?, relay: String
    ) -> Page {
        Page(
            "device_sheet", title: PageText(consent == nil ? "sheet.sign_up" : "sheet.sign_in"), app.shown,
            person.shown, shown(relay),
            [
                "device": device.name, "query": query(device, app), "isFirst": consent == nil,
                "asksName": true, "asksEmail": true,
                "canHide": person.managed == nil, "mustHide": person.outcome == .hidesEmail,
                "isUnknownUser": person.outcome == .realUserUnknown,
                "hasMailbox": person.managed?.hasMailbox ?? true,
            ])
    }

    /// The sheet for a request that includes passwords, or that is quiet.
    static func deviceOffer(_ device: Device, _ person: Person?, _ app: Client, _ offer: SheetOffer, request: String)
        -> Page
    {
        let passwords = offer.passwords.enumerated().map { position, saved -> [String: any Sendable] in
            [
                "id": String(saved.id), "user": saved.user, "domain": saved.domain,
                "isFirst": position == 0 && !offer.offersApple,
            ]
        }
        return Page(
            "device_offer", title: PageText("sheet.sign_in"), app.shown, person.map(\.shown) ?? [:],
            [
                "device": device.name, "request": request, "offersApple": offer.offersApple, "passwords": passwords,
            ])
    }

    /// The step in which the person confirms. Its form carries the fields of the sheet.
    static func deviceConfirmation(
        _ confirmation: DeviceConfirmation, _ app: Client, action: String = "/device/confirmation",
        isSheet: Bool = false, sheet: [(name: String, value: String)]
    ) -> Page {
        let asked = confirmation.asked
        let isWrong = confirmation.failed == asked
        return Page(
            "device_confirmation", title: asked.text("title"), app.shown, confirmation.person.map(\.shown) ?? [:],
            [
                "action": action, "isSheet": isSheet, "isTyped": asked.isTyped,
                "isPasscode": asked == .passcode, "typedName": asked.isTyped ? asked.text("label") : nil,
                "hint": asked.isTyped ? asked.text("hint") : asked.sensor,
                "secret": confirmation.secret, "failures": confirmation.failures,
                "problem": confirmation.failed?.text("problem"), "isWrong": isWrong,
                "fields": sheet.map { ["name": $0.name, "value": $0.value] },
            ])
    }

    /// What the app receives: the members of `ASAuthorizationAppleIDCredential`.
    static func deviceCredential(_ device: Device, _ app: Client, _ credential: DeviceCredential) throws -> Page {
        try Page(
            "device_credential", title: "What the app gets", app.shown,
            [
                "kind": "ASAuthorizationAppleIDCredential", "isApple": true, "members": members(of: credential),
                "back": back(to: device),
            ])
    }

    /// What the app receives if the person chose a saved password: the members of `ASPasswordCredential`.
    static func devicePassword(_ device: Device, _ app: Client, _ saved: SavedPassword) throws -> Page {
        try Page(
            "device_credential", title: "What the app gets", app.shown,
            [
                "kind": "ASPasswordCredential", "members": members(of: saved.credential), "back": back(to: device),
            ])
    }

    /// What the app receives if there is no credential, and the cause if Apple refused one.
    static func deviceFailure(
        _ device: Device, _ app: Client, _ failure: AuthorizationFailure, _ reason: String, _ refusal: Refusal? = nil
    ) throws -> Page {
        try Page(
            "device_cancelled", title: "What the app gets", app.shown,
            [
                "reason": reason, "error": failure.rawValue, "members": members(of: failure.reply),
                "cause": refusal?.cause, "explanation": refusal?.explanation, "back": back(to: device),
            ])
    }

    private static func query(_ device: Device, _ app: Client) -> String {
        FormFields.encode([("device", device.name), ("app", app.id)])
    }

    /// What the sheet says, and what the app receives, if the App ID is not set up for Sign in with Apple.
    static func deviceFailed(_ device: Device, _ app: Client, _ refusal: Refusal) throws -> Page {
        try Page(
            "device_failed", title: "Sign Up Not Completed", app.shown,
            [
                "members": members(of: AuthorizationFailure.unknown.reply), "cause": refusal.cause,
                "explanation": refusal.explanation, "back": back(to: device),
            ])
    }

    private static func members(of reply: some Encodable) throws -> [[String: String]] {
        guard case .object(let all) = try OrderedJSON(encoding: reply) else { return [] }
        return all.map { name, value in
            if case .string(let text) = value { return ["name": name, "value": text] }
            return ["name": name, "value": value.text]
        }
    }

    static func back(to device: Device) -> String {
        "/device?" + FormFields.encode([("device", device.name)])
    }
}

extension ConfirmationMethod {
    /// A text about this way to confirm: a title, a label, a hint or a problem.
    fileprivate func text(_ kind: String) -> PageText { PageText("confirmation.\(kind)_\(rawValue)") }

    /// What the button takes the place of.
    fileprivate var sensor: PageText { PageText(self == .appleWatch ? "confirmation.watch" : "confirmation.sensor") }
}
