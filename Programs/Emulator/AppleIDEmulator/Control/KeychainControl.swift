import HTTPServing
import Hummingbird

/// `/_emulator/device/passwords`: the passwords that somebody saved in Safari, and that a sheet can offer.
struct KeychainControl: Sendable {
    struct Call: ControlCall {
        var device: String?
        /// By default, the person who is signed in to the device.
        var person: String?
        let user: String
        let password: String
        let domain: String

        enum CodingKeys: CodingKey, CaseIterable {
            case device, person, user, password, domain
        }
    }

    struct RemovalCall: ControlCall {
        var device: String?
        var person: String?
        /// Without them, all passwords.
        var user: String?
        var domain: String?

        enum CodingKeys: CodingKey, CaseIterable {
            case device, person, user, domain
        }
    }

    struct Reply: Encodable, Sendable {
        let passwords: [Password]

        struct Password: Encodable, Sendable {
            let user: String
            let password: String
            let domain: String
        }
    }

    let state: EmulatorState

    /// `?device=…` or `?person=…`: all saved passwords. They are no secret here.
    func list(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        return try state.read { world in
            try Self.answer(
                world, Self.owner(device: fields?.filled("device"), person: fields?.filled("person"), world))
        }
    }

    func save(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        guard let domain = AppEntitlements.domain(call.domain) else { throw EntitlementControl.noDomain(call.domain) }
        guard !call.user.isEmpty, !call.password.isEmpty, call.user.utf8.count + call.password.utf8.count <= 2_000
        else {
            throw ControlRefusal.badRequest("password_unfit", "A saved password needs a user and a password.")
        }
        return try state.note { world in
            let owner = try Self.owner(device: call.device, person: call.person, world)
            guard world.keychains.save(call.password, of: call.user, at: domain, for: owner) else {
                throw ControlRefusal(
                    status: 409, code: "keychain_full",
                    message: "There are \(Keychains.capacity) saved passwords already.")
            }
            world.tell(.devicePasswordsChanged, owner, domain: domain)
            return try Self.answer(world, owner)
        }
    }

    func remove(_ request: Request) async throws -> Answer {
        let call = try await request.control(RemovalCall.self)
        return try state.note { world in
            let owner = try Self.owner(device: call.device, person: call.person, world)
            let domain = call.domain.map { AppEntitlements.domain($0) ?? $0 }
            _ = world.keychains.remove(
                { (call.user ?? $0.user) == $0.user && (domain ?? $0.domain) == $0.domain }, of: owner)
            world.tell(.devicePasswordsChanged, owner, domain: domain)
            return try Self.answer(world, owner)
        }
    }

    private static func owner(
        device: String?, person: String?, _ world: borrowing World
    ) throws -> KeychainOwner {
        let device = device ?? DeviceControl.defaultDevice
        guard !device.isEmpty, device.utf8.count <= 100 else {
            throw ControlRefusal.badRequest("device_name", "A device needs a name of at most 100 characters.")
        }
        if let person, world.person(person) == nil {
            throw ControlRefusal.unknownPerson(person, world)
        }
        return KeychainOwner(account: person ?? world.devices[device]?.account, device: device)
    }

    private static func answer(_ world: borrowing World, _ owner: KeychainOwner) throws -> Answer {
        try .reply(
            Reply(
                passwords: world.keychains[owner].map {
                    .init(user: $0.user, password: $0.password, domain: $0.domain)
                }))
    }
}
