import HTTPServing

/// The sheet that Safari shows on a Mac in place of Apple's pages. The person who is signed in to the Mac confirms with
/// Touch ID, and types neither an address nor a password nor a code.
extension AuthorizeSteps {
    /// The fields of the sheet. The form of the confirmation sends them again, since nothing is kept before it.
    private static let sheetFields: Set = ["flow", "first_name", "last_name", "email_choice"]

    /// "Continue" on the sheet, and each answer to the confirmation that follows.
    func sheet(_ visit: Visit) throws -> Answer {
        if let response = visit.signIn.response { return try answer(response, visit, visit.signIn.person) }
        let (mac, person) = try mac(of: visit)
        let confirmation = DeviceConfirmation(mac, person, failures: visit.fields["failures"].flatMap { Int($0) } ?? 0)
        let given = visit.fields["answer"].flatMap { DeviceConfirmation.PersonAnswer(rawValue: $0) }
        switch confirmation.outcome(of: given, typed: visit.fields["secret"] ?? "") {
        case .asks(let next):
            return try page(
                .deviceConfirmation(
                    next, visit.signIn.request.client, action: "/auth/authorize/sheet", isSheet: true,
                    sheet: visit.fields.pairs.filter { Self.sheetFields.contains($0.name) }), visit)
        case .cancelled: return try cancel(visit)
        case .confirmed:
            var signIn = visit.signIn
            signIn.person = person
            signIn.progress = .codeGiven
            return try consent(Visit(fields: visit.fields, flow: visit.flow, signIn: signIn, pages: visit.pages))
        }
    }

    /// "Use a different Apple Account": the pages, as in any other browser.
    func otherAccount(_ visit: Visit) throws -> Answer {
        try page(.account(visit.flow, visit.signIn.request.client, state.peopleChoice()), visit)
    }

    private func mac(of visit: Visit) throws -> (mac: Device, person: Person) {
        guard let holder = visit.signIn.sheetHolder else {
            throw Refusal.invalidRequest("page_out_of_order", "This sign-in has no sheet. Start again in the app.")
        }
        let found = state.read { world -> (Device, Person)? in
            guard let mac = world.devices[Device.mac], mac.account == holder, let person = world.person(holder) else {
                return nil
            }
            return (mac, person)
        }
        guard let found else {
            throw Refusal.invalidRequest(
                "sheet_account_changed", "Another account is signed in to the Mac now. Start again in the app.")
        }
        return found
    }
}

extension World {
    /// Who answers a web sign-in on the system's sheet; nil if Apple's pages do.
    func sheetHolder(userAgent: String) -> String? {
        switch switches.safariSheet {
        case .never: return nil
        case .safari where !Self.isSafariOnMac(userAgent): return nil
        case .safari, .always: return devices[Device.mac]?.account.flatMap { person($0)?.key }
        }
    }

    /// Other browsers name themselves beside Safari.
    static func isSafariOnMac(_ userAgent: String) -> Bool {
        let others = ["Chrome/", "Chromium/", "Edg/", "OPR/", "CriOS/", "FxiOS/", "EdgiOS/"]
        return userAgent.contains("Macintosh") && userAgent.contains("Version/") && userAgent.contains("Safari/")
            && !others.contains { userAgent.contains($0) }
    }
}

extension EmulatorState {
    /// The first page of the sheet, if this sign-in has one.
    func safariSheet(_ flow: String, _ signIn: PageSignIn) -> Page? {
        let client = signIn.request.client
        let found = read { world in
            signIn.sheetHolder.flatMap { world.person($0) }.map { person in
                (
                    person,
                    world.consent(
                        Consent.Key(person: person.key, teamID: client.teamID, primaryApp: client.primaryApp))
                )
            }
        }
        guard let (person, consent) = found else { return nil }
        let relay = relayAddress(of: person.key, team: client.teamID, consent)
        return .safariSheet(flow, signIn, person, consent: consent, relay: relay)
    }
}
