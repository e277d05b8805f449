import Hummingbird
import JSONWebTokens

/// `/_emulator/teams`, `/services` and `/people`: what the developer portal does; parallel tests take a team each.
struct RegistryControl: Sendable {
    struct TeamCall: Decodable, Sendable {
        let teamId: String
        /// Public keys by key id; a key is made when there is none.
        var keys: [String: String]?
        var apps: [String]?
    }

    struct ServiceCall: Decodable, Sendable {
        let id: String
        let primaryApp: String
        let returnUrls: [String]
    }

    struct PersonCall: Decodable, Sendable {
        let key: String
        let email: String
        var password: String?
        var name: PersonName?
        var managed: ManagedCall?

        struct ManagedCall: Decodable, Sendable {
            let orgId: String
            var mailbox: Bool?
            var emailVerified: Bool?
        }
    }

    let state: EmulatorState

    /// Adds a team; the answer holds the private key when the emulator made it.
    func addTeam(_ request: Request) async throws -> Answer {
        let call = try await request.control(TeamCall.self)
        var team = Team(teamID: call.teamId)
        for (keyID, pem) in call.keys ?? [:] {
            do {
                team.keys[keyID] = try TeamKey.read(publicKeyPEM: pem, keyID: keyID)
            } catch {
                throw ControlRefusal.badRequest("key_invalid", "Key \(keyID) is not a P-256 public key in PEM.")
            }
        }
        var made: (keyID: String, pem: String)?
        if team.keys.isEmpty {
            let keyID = SigningKeyRing.makeKeyID(state.randomBytes).uppercased()
            let key = SigningKey.makeES256(keyID: keyID)
            team.keys[keyID] = key.verificationKey
            made = (keyID, key.pemRepresentation)
        }
        for app in call.apps ?? [] { team.apps[app] = app }
        try state.note { [team] world in
            guard world.teams[team.teamID] == nil else {
                throw ControlRefusal(status: 409, code: "team_exists", message: "There is a team \(team.teamID).")
            }
            for app in team.apps.keys where world.client(app) != nil {
                throw ControlRefusal(status: 409, code: "client_exists", message: "There is a client \(app).")
            }
            world.teams[team.teamID] = team
        }
        return .json(
            .object([
                ("team_id", .string(team.teamID)), ("key_id", .optional(made?.keyID)),
                ("private_key", .optional(made?.pem)),
            ]), status: .created)
    }

    /// Adds a Services ID, or return URLs to one that is there.
    func addService(_ request: Request) async throws -> Answer {
        let call = try await request.control(ServiceCall.self)
        if let url = call.returnUrls.first(where: { !RedirectCheck.isRegistrable($0) }) {
            throw ControlRefusal.badRequest(
                "return_url", "\(url) cannot be registered: https with a name, or http on loopback; no fragment.")
        }
        try state.note { world in
            guard let app = world.client(call.primaryApp), app.kind == .app else {
                throw ControlRefusal.notFound("app_unknown", "No team has an app \(call.primaryApp).")
            }
            if let known = world.client(call.id), known.kind == .app || known.teamID != app.teamID {
                throw ControlRefusal(status: 409, code: "client_exists", message: "There is another client \(call.id).")
            }
            var service =
                world.teams[app.teamID]?.services[call.id]
                ?? Team.Service(primaryApp: app.primaryApp, returnURLs: [])
            for url in call.returnUrls where !service.returnURLs.contains(url) { service.returnURLs.append(url) }
            world.teams[app.teamID]?.services[call.id] = service
        }
        return .json(.object([("id", .string(call.id))]), status: .created)
    }

    func addPerson(_ request: Request) async throws -> Answer {
        let call = try await request.control(PersonCall.self)
        let person = Person(
            key: call.key, email: call.email, password: call.password ?? "password",
            firstName: call.name?.first ?? "", lastName: call.name?.last ?? "",
            managed: call.managed.map {
                ManagedAccount(
                    organizationID: $0.orgId, hasMailbox: $0.mailbox ?? true,
                    isEmailVerified: $0.emailVerified ?? true)
            })
        try state.note { world in
            guard world.person(call.key) == nil, world.person(withEmail: call.email) == nil else {
                throw ControlRefusal(status: 409, code: "person_exists", message: "There is such a person already.")
            }
            guard !world.deletedPeople.contains(call.key) else {
                throw ControlRefusal(
                    status: 409, code: "person_deleted",
                    message: "\(call.key) deleted the account; a new one needs a key of its own.")
            }
            world.people.append(person)
        }
        return .json(.object([("key", .string(person.key))]), status: .created)
    }
}
