import HTTPServing
import HashTreeCollections
import Hummingbird

/// `/_emulator/device/state`, `/accounts` and `/transfers`: the result of `getCredentialState`, and what it depends on.
struct DeviceControl: Sendable {
    struct AccountCall: ControlCall {
        let device: String
        /// Without it, nobody is signed in, as after signing out of iCloud.
        var person: String?
        /// Without it, the device confirms as before.
        var confirmationMethod: ConfirmationMethod?

        enum CodingKeys: CodingKey, CaseIterable {
            case device, person, confirmationMethod
        }
    }

    struct TransferCall: ControlCall {
        let bundleId: String
        let transferred: Bool

        enum CodingKeys: CodingKey, CaseIterable {
            case bundleId, transferred
        }
    }

    struct StateReply: Encodable, Sendable {
        let state: CredentialState
    }

    struct DevicesReply: Encodable, Sendable {
        let devices: [Entry]

        struct Entry: Encodable, Sendable {
            let device: String
            let person: String?
            let confirmationMethod: String
        }
    }

    struct TransferReply: Encodable, Sendable {
        let bundleId: String
        let transferred: Bool
    }

    static let defaultDevice = "phone"

    let state: EmulatorState

    /// `?bundle_id=…&user=…&device=…`: the result of `getCredentialState(forUserID:)`.
    func credentialState(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        let app = fields?["bundle_id"] ?? ""
        let user = fields?["user"] ?? ""
        guard let client = state.read({ $0.client(app) }), client.kind == .app else { throw Self.unknownApp(app) }
        let found = state.read { world -> CredentialState in
            let device = fields?["device"].flatMap { world.devices[$0] }
            guard let person = world.knownSubjects[client.teamID]?[user].flatMap({ world.person($0) }) else {
                return world.credentialState(ofFormer: user, app: client, on: device)
            }
            return world.credentialState(of: person.key, app: client, on: device)
        }
        return try .reply(StateReply(state: found))
    }

    func list() throws -> Answer {
        let devices = state.read { $0.devices.values.sorted { $0.name < $1.name } }
        return try .reply(
            DevicesReply(
                devices: devices.map {
                    .init(device: $0.name, person: $0.account, confirmationMethod: $0.confirmation.rawValue)
                }))
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
                throw ControlRefusal.unknownPerson(person, world)
            }
            world.signIn(call.person, on: call.device)
            if let method = call.confirmationMethod { world.devices[call.device]?.confirmation = method }
        }
        return try list()
    }

    /// Lets devices report `transferred`, although the app stays with its team.
    func transfer(_ request: Request) async throws -> Answer {
        let call = try await request.control(TransferCall.self)
        try state.note { world in
            guard let app = world.client(call.bundleId), app.kind == .app else { throw Self.unknownApp(call.bundleId) }
            if call.transferred {
                world.transferredApps.insert(app.primaryApp)
            } else {
                world.transferredApps.remove(app.primaryApp)
            }
            world.tell(
                .appTransferred, client: app.id,
                .members([("primary_app", .string(app.primaryApp)), ("transferred", .boolean(call.transferred))]))
        }
        return try .reply(TransferReply(bundleId: call.bundleId, transferred: call.transferred))
    }

    static func unknownApp(_ id: String) -> ControlRefusal {
        .notFound("app_unknown", "No team has an app \(id).")
    }
}
