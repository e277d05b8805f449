import HTTPServing
import Hummingbird

/// `POST /_emulator/device/credentials` and `GET /_emulator/device/sheet`: what an app gets from the native sheet, and
/// what the sheet would offer.
struct CredentialControl: Sendable {
    /// Whether the person confirms on the device. If not, the app gets the same error for either reason.
    enum Confirmation: String, ListedValue, Sendable {
        case confirmed
        /// The device does not recognise the person, who then gives up.
        case failed
        case canceled
    }

    /// What the person chooses on a sheet that offers passwords, too.
    enum Choice: String, ListedValue, Sendable { case apple, password }

    struct Call: ControlCall {
        var device: String?
        /// By default, the person who is signed in to the device.
        var person: String?
        let bundleId: String
        var nonce: String?
        var state: String?
        var scopes: [Scope]?
        var name: PersonName?
        var shareEmail: Bool?
        var realUserStatus: Int?
        var confirmation: Confirmation?
        var includesPasswords: Bool?
        var quiet: Bool?
        /// By default, what the sheet offers first.
        var choice: Choice?
        /// The user of the chosen password. By default, that of the first one.
        var passwordUser: String?

        static let names = declaredNames(objects: ["name": PersonName.names])

        enum CodingKeys: CodingKey, CaseIterable {
            case device, person, bundleId, nonce, state, scopes, name, shareEmail, realUserStatus, confirmation,
                includesPasswords, quiet, choice, passwordUser
        }
    }

    struct OfferReply: Encodable, Sendable {
        let apple: Bool
        let known: Bool
        let passwords: [Password]
        /// What the app would get if the sheet offers nothing.
        let error: AuthorizationFailure.Reply?

        struct Password: Encodable, Sendable {
            let user: String
            let domain: String
        }
    }

    /// An app's request on a device.
    private struct Sheet: Sendable {
        let device: String
        let app: Client
        let person: Person?
        let requested: RequestedCredentials
        let offer: SheetOffer
        let nothingFound: AuthorizationFailure

        func isConfirmed(_ confirmation: Confirmation?) -> Bool {
            confirmation ?? .confirmed == .confirmed && person?.declines != true
        }
    }

    let state: EmulatorState

    func credential(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        guard let status = RealUserStatus(rawValue: call.realUserStatus ?? 2) else {
            throw ControlRefusal.badRequest("real_user_status", "real_user_status must be 0, 1 or 2.")
        }
        if let refusal = state.deviceRefusal(of: call.bundleId), refusal.cause == "client_deleted" {
            return try .signUpNotCompleted(refusal)
        }
        let sheet = try sheet(
            of: call.bundleId, device: call.device, person: call.person,
            RequestedCredentials(
                includesPasswords: call.includesPasswords ?? false, isQuiet: call.quiet ?? false))
        var answer = try answer(sheet, call, status)
        answer.client = sheet.app.id
        answer.person = sheet.person?.key
        return answer
    }

    private func answer(_ sheet: Sheet, _ call: Call, _ status: RealUserStatus) throws -> Answer {
        if sheet.offer.isEmpty { return try .reply(sheet.nothingFound.reply) }
        let choice = call.choice ?? (sheet.offer.offersApple ? .apple : .password)
        switch choice {
        case .apple:
            guard sheet.offer.offersApple, let person = sheet.person else {
                throw ControlRefusal.badRequest(
                    "choice_not_offered", "The sheet offers only passwords: the person is new to the app.")
            }
            return try apple(sheet, person, call, status)
        case .password:
            let passwords = sheet.offer.passwords
            guard let chosen = passwords.first(where: { call.passwordUser ?? $0.user == $0.user }) else {
                throw ControlRefusal.badRequest("choice_not_offered", "The sheet does not offer that password.")
            }
            guard sheet.isConfirmed(call.confirmation) else {
                state.tell(.signInCancelled, client: sheet.app.id, person: sheet.person?.key)
                return try .reply(AuthorizationFailure.canceled.reply)
            }
            signIn(sheet.person, on: sheet.device)
            return try .reply(chosen.credential)
        }
    }

    private func apple(_ sheet: Sheet, _ person: Person, _ call: Call, _ status: RealUserStatus) throws -> Answer {
        if let refusal = state.deviceRefusal(of: sheet.app.id) {
            guard sheet.isConfirmed(call.confirmation) else {
                return try .reply(AuthorizationFailure.canceled.reply)
            }
            return try .signUpNotCompleted(refusal)
        }
        do {
            try state.read { world in try world.requireAccess(of: person, to: sheet.app) }
            guard sheet.isConfirmed(call.confirmation) else {
                state.tell(.signInCancelled, client: sheet.app.id, person: sheet.person?.key)
                return try .reply(AuthorizationFailure.canceled.reply)
            }
            let device = state.note { $0.signIn(person.key, on: sheet.device) }
            return try .reply(
                state.credential(
                    for: DeviceRequest(
                        device: device, person: person, app: sheet.app, scopes: Set(call.scopes ?? []),
                        nonce: call.nonce, state: call.state, name: call.name, isEmailShared: call.shareEmail ?? true,
                        realUserStatus: status)))
        } catch let refusal as Refusal {
            return try state.accountRefused(refusal)
        }
    }

    /// `?bundle_id=…&device=…&person=…&includes_passwords&quiet`: what the sheet would offer. Nothing changes.
    func offer(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        let sheet = try sheet(
            of: fields?["bundle_id"] ?? "", device: fields?.filled("device"), person: fields?.filled("person"),
            RequestedCredentials(
                includesPasswords: fields?.names.contains("includes_passwords") ?? false,
                isQuiet: fields?.names.contains("quiet") ?? false))
        return try .reply(
            OfferReply(
                apple: sheet.offer.offersApple, known: sheet.offer.isKnown,
                passwords: sheet.offer.passwords.map { .init(user: $0.user, domain: $0.domain) },
                error: sheet.offer.isEmpty ? sheet.nothingFound.reply : nil))
    }

    private func sheet(
        of bundleID: String, device: String?, person: String?, _ requested: RequestedCredentials
    ) throws -> Sheet {
        let device = device ?? DeviceControl.defaultDevice
        return try state.read { world in
            guard let app = world.client(bundleID), app.kind == .app else { throw DeviceControl.unknownApp(bundleID) }
            let key = person ?? world.devices[device]?.account
            guard key != nil || !requested.mayCreateAccount else {
                throw ControlRefusal.badRequest("device_account", "Nobody is signed in to \(device); name a person.")
            }
            let holder = key.flatMap { world.person($0) }
            if let key, holder == nil {
                throw ControlRefusal.unknownPerson(key, world)
            }
            return Sheet(
                device: device, app: app, person: holder, requested: requested,
                offer: world.offer(requested, of: app, to: key, on: device),
                nothingFound: world.nothingFound(for: requested))
        }
    }

    private func signIn(_ person: Person?, on device: String) {
        guard let person else { return }
        state.note { _ = $0.signIn(person.key, on: device) }
    }
}

extension EmulatorState {
    /// What an app gets if Apple refuses the person. The log tells why.
    func accountRefused(_ refusal: Refusal) throws -> Answer {
        var answer = try Answer.reply(read { $0.switches.accountRefusedError }.reply)
        answer.refusal = refusal
        return answer
    }
}

extension Answer {
    /// What an app gets that is not set up in the developer portal. The log says why.
    static func signUpNotCompleted(_ refusal: Refusal) throws -> Answer {
        var answer = try Answer.reply(AuthorizationFailure.unknown.reply)
        answer.refusal = refusal
        return answer
    }
}
