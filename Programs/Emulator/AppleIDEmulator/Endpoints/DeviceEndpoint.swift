import HTTPServing
import HTTPTypes
import Hummingbird

/// `/device`: the page of a simulated phone. Only those who may make control calls may use it.
struct DeviceEndpoint: Sendable {
    /// The fields of the sheet. The form of the confirmation sends them again, since nothing is kept before it.
    private static let sheetFields: Set = [
        "device", "app", "request", "choice", "asks_name", "asks_email", "first_name", "last_name", "email_choice",
        "nonce", "real_user_status",
    ]

    /// An app on a device, and who is signed in there.
    private struct Visit: Sendable {
        let device: Device
        let app: Client
        let person: Person?
        let requested: RequestedCredentials
        let offer: SheetOffer
        /// The pages in the language of the person.
        let pages: LocalPages
    }

    let state: EmulatorState
    let languages: PageLanguages

    func add(to router: Router<EmulatorContext>, _ runner: EndpointRunner) {
        let door = ControlPage(configuration: state.configuration)
        runner.add(.get, "/device", .pages, to: router) { try door.admit($0, overview) }
        runner.add(.get, "/device/sheet", .pages, to: router) { request in
            try door.admit(request) { try sheet($0, languages.choose(request)) }
        }
        runner.add(.post, "/device/account", .pages, to: router) { try await door.post($0, switchAccount) }
        runner.add(.post, "/device/confirmation", .pages, to: router) { request in
            try await door.post(request) { try confirm($0, languages.choose(request)) }
        }
        runner.add(.post, "/device/passwords", .pages, to: router) { try await door.post($0, savePassword) }
        runner.add(.post, "/device/passwords/remove", .pages, to: router) { try await door.post($0, removePassword) }
    }

    private func overview(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        let page = state.read { world in
            Page.device(device, world, find: fields["find"] ?? "") { person, team in
                state.subject(of: person.key, person, team: team)
            }
        }
        return .page(try languages.english.render(page))
    }

    private func sheet(_ fields: FormFields, _ pages: LocalPages) throws -> Answer {
        let device = device(fields)
        guard let visit = visit(fields, device, pages) else { return .seeOther(Page.back(to: device)) }
        if visit.offer.isEmpty {
            let failure = state.read { $0.nothingFound(for: visit.requested) }
            return try result(.deviceFailure(device, visit.app, failure, "The device found nothing."), visit)
        }
        guard visit.requested.mayCreateAccount, let person = visit.person else {
            return try answer(
                .deviceOffer(device, visit.person, visit.app, visit.offer, request: fields["request"] ?? ""), visit)
        }
        let consent = state.read { world in
            world.consent(
                Consent.Key(person: person.key, teamID: visit.app.teamID, primaryApp: visit.app.primaryApp))
        }
        let relay = state.relayAddress(of: person.key, team: visit.app.teamID, consent)
        return try answer(.deviceSheet(device, person, visit.app, consent: consent, relay: relay), visit)
    }

    private func switchAccount(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        state.note { world in
            let person = fields.filled("person").flatMap { world.person($0)?.key }
            world.signIn(person, on: device.name)
        }
        return .seeOther(Page.back(to: device))
    }

    private func confirm(_ fields: FormFields, _ pages: LocalPages) throws -> Answer {
        let device = device(fields)
        guard let visit = visit(fields, device, pages), !visit.offer.isEmpty else {
            return .seeOther(Page.back(to: device))
        }
        if let refusal = state.deviceRefusal(of: visit.app.id), fields["answer"] != "cancel" {
            var answer = try result(.deviceFailed(device, visit.app, refusal), visit)
            answer.refusal = refusal
            return answer
        }
        let confirmation = DeviceConfirmation(
            device, visit.person, failures: fields["failures"].flatMap { Int($0) } ?? 0)
        let given = fields["answer"].flatMap { DeviceConfirmation.PersonAnswer(rawValue: $0) }
        switch confirmation.outcome(of: given, typed: fields["secret"] ?? "") {
        case .asks(let next):
            let sheet = fields.pairs.filter { Self.sheetFields.contains($0.name) }
            return try answer(.deviceConfirmation(next, visit.app, sheet: sheet), visit)
        case .confirmed where visit.person?.declines != true: return try credential(fields, visit)
        case .confirmed, .cancelled:
            state.tell(.signInCancelled, client: visit.app.id, person: visit.person?.key)
            return try result(.deviceFailure(device, visit.app, .canceled, "The person did not confirm."), visit)
        }
    }

    private func credential(_ fields: FormFields, _ visit: Visit) throws -> Answer {
        let chosen = visit.offer.passwords.first { String($0.id) == fields["choice"] }
        if let chosen { return try result(.devicePassword(visit.device, visit.app, chosen), visit) }
        guard visit.offer.offersApple, let person = visit.person else { return .seeOther(Page.back(to: visit.device)) }
        do {
            let credential = try state.credential(for: request(fields, visit, person))
            return try result(.deviceCredential(visit.device, visit.app, credential), visit)
        } catch let refusal as Refusal {
            let failure = state.read { $0.switches.accountRefusedError }
            var answer = try result(
                .deviceFailure(
                    visit.device, visit.app, failure, "The account cannot be used with this app.", refusal), visit)
            answer.refusal = refusal
            return answer
        }
    }

    private func savePassword(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        let (user, secret) = (fields["user"] ?? "", fields["secret"] ?? "")
        if let domain = AppEntitlements.domain(fields["domain"] ?? ""), !user.isEmpty, !secret.isEmpty {
            let owner = KeychainOwner(account: device.account, device: device.name)
            state.note { world in
                guard world.keychains.save(secret, of: user, at: domain, for: owner) else { return }
                world.tell(.devicePasswordsChanged, owner, domain: domain)
            }
        }
        return .seeOther(Page.back(to: device))
    }

    private func removePassword(_ fields: FormFields) throws -> Answer {
        let device = device(fields)
        let owner = KeychainOwner(account: device.account, device: device.name)
        state.note { world in
            _ = world.keychains.remove({ String($0.id) == fields["password"] }, of: owner)
            world.tell(.devicePasswordsChanged, owner, domain: nil)
        }
        return .seeOther(Page.back(to: device))
    }

    private func request(_ fields: FormFields, _ visit: Visit, _ person: Person) -> DeviceRequest {
        var request = DeviceRequest(device: visit.device, person: person, app: visit.app)
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

    /// Nil for an unknown app, and if a sheet needs an account that is not there.
    private func visit(_ fields: FormFields, _ device: Device, _ pages: LocalPages) -> Visit? {
        let kind = fields["request"]
        let requested = RequestedCredentials(
            includesPasswords: kind == "passwords" || kind == "quiet", isQuiet: kind == "quiet")
        return state.read { world in
            let person = device.account.flatMap { world.person($0) }
            guard let app = world.client(fields["app"] ?? ""), app.kind == .app,
                person != nil || !requested.mayCreateAccount
            else { return nil }
            return Visit(
                device: device, app: app, person: person, requested: requested,
                offer: world.offer(requested, of: app, to: person?.key, on: device.name), pages: pages)
        }
    }

    /// What the app gets, which only developers see.
    private func result(_ page: Page, _ visit: Visit) throws -> Answer {
        try answer(page, visit, in: languages.english)
    }

    private func answer(_ page: Page, _ visit: Visit, in pages: LocalPages? = nil) throws -> Answer {
        var answer = Answer.page(try (pages ?? visit.pages).render(page))
        answer.client = visit.app.id
        answer.person = visit.person?.key
        return answer
    }
}
