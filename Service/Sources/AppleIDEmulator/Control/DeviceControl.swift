import HTTPServing
import Hummingbird
import NIOCore

/// `/_emulator/device/…`: what an app gets from the native sheet, `getCredentialState` and the revoked notification.
struct DeviceControl: Sendable {
    /// Whether the person confirms on the device. If not, the app gets the same error for either reason.
    enum Confirmation: String, Decodable, Sendable {
        case confirmed
        /// The device does not recognise the person, who then gives up.
        case failed
        case canceled
    }

    struct Call: Decodable, Sendable {
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
    }

    struct AccountCall: Decodable, Sendable {
        let device: String
        /// Without it, nobody is signed in, as after signing out of iCloud.
        var person: String?
        /// Without it, the device confirms as before.
        var confirmationMethod: ConfirmationMethod?
    }

    struct TransferCall: Decodable, Sendable {
        let bundleId: String
        let transferred: Bool
    }

    static let defaultDevice = "phone"

    let state: EmulatorState

    func credential(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        guard let status = RealUserStatus(rawValue: call.realUserStatus ?? 2) else {
            throw ControlRefusal.badRequest("real_user_status", "real_user_status must be 0, 1 or 2.")
        }
        let name = call.device ?? Self.defaultDevice
        let (client, account) = state.read { ($0.client(call.bundleId), $0.devices[name]?.account) }
        guard let client, client.kind == .app else { throw Self.unknownApp(call.bundleId) }
        guard let key = call.person ?? account else {
            throw ControlRefusal.badRequest("device_account", "Nobody is signed in to \(name); name a person.")
        }
        guard let person = state.read({ $0.person(key) }) else {
            throw ControlRefusal.notFound("person_unknown", "There is no person \(key).")
        }
        var answer: Answer
        if let confirmation = call.confirmation, confirmation != .confirmed {
            answer = .json(AuthorizationFailure.canceled.json)
        } else {
            let device = state.note { $0.signIn(person.key, on: name) }
            let sheet = DeviceRequest(
                device: device, person: person, app: client, scopes: Set(call.scopes ?? []), nonce: call.nonce,
                state: call.state, name: call.name, isEmailShared: call.shareEmail ?? true, realUserStatus: status)
            answer = .json(try state.credential(for: sheet))
        }
        answer.client = client.id
        answer.person = person.key
        return answer
    }

    /// `?bundle_id=…&user=…&device=…`: the result of `getCredentialState(forUserID:)`.
    func credentialState(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        let app = fields?["bundle_id"] ?? ""
        let user = fields?["user"] ?? ""
        guard let client = state.read({ $0.client(app) }), client.kind == .app else { throw Self.unknownApp(app) }
        let found = state.read { world -> CredentialState in
            guard let person = world.knownSubjects[client.teamID]?[user].flatMap({ world.person($0) }) else {
                return .notFound
            }
            return world.credentialState(
                of: person.key, app: client, on: fields?["device"].flatMap { world.devices[$0] })
        }
        return .json(.object([("state", .string(found.rawValue))]))
    }

    func list() -> Answer {
        .json(
            state.read { world in
                .object([
                    (
                        "devices",
                        .array(
                            world.devices.values.sorted { $0.name < $1.name }.map {
                                .object([
                                    ("device", .string($0.name)), ("person", .optional($0.account)),
                                    ("confirmation_method", .string($0.confirmation.rawValue)),
                                ])
                            })
                    )
                ])
            })
    }

    /// Signs another person in to a device, or nobody. The credential state of the previous one becomes `not_found`. Also
    /// sets how the device confirms.
    func switchAccount(_ request: Request) async throws -> Answer {
        let call = try await request.control(AccountCall.self)
        guard !call.device.isEmpty, call.device.utf8.count <= 100 else {
            throw ControlRefusal.badRequest("device_name", "A device needs a name of at most 100 characters.")
        }
        try state.note { world in
            if let person = call.person, world.person(person) == nil {
                throw ControlRefusal.notFound("person_unknown", "There is no person \(person).")
            }
            world.signIn(call.person, on: call.device)
            if let method = call.confirmationMethod { world.devices[call.device]?.confirmation = method }
        }
        return list()
    }

    /// Marks an app as transferred to another team. Devices then report `transferred`.
    func transfer(_ request: Request) async throws -> Answer {
        let call = try await request.control(TransferCall.self)
        try state.note { world in
            guard let app = world.client(call.bundleId), app.kind == .app else { throw Self.unknownApp(call.bundleId) }
            if call.transferred {
                world.transferredApps.insert(app.primaryApp)
            } else {
                world.transferredApps.remove(app.primaryApp)
            }
        }
        return .json(.object([("bundle_id", .string(call.bundleId)), ("transferred", .boolean(call.transferred))]))
    }

    private static func unknownApp(_ id: String) -> ControlRefusal {
        .notFound("app_unknown", "No team has an app \(id).")
    }
}
