import HTTPServing
import HashTreeCollections
import Hummingbird
import JSONWebTokens

/// `/_emulator/teams`, `/services` and `/people`: the developer portal's part. Parallel tests can use a team each.
struct RegistryControl: Sendable {
    struct TeamCall: ControlCall {
        let teamId: String
        /// Public keys by key id. If there are none, the emulator makes a key.
        var keys: [String: Key]?
        var apps: [String]?

        /// A public key in PEM, optionally with the primary app that it belongs to.
        struct Key: ControlCall {
            let pem: String
            var primaryApp: String?

            enum CodingKeys: CodingKey, CaseIterable {
                case publicKey, primaryApp
            }

            init(from decoder: any Decoder) throws {
                if let text = try? decoder.singleValueContainer().decode(String.self) {
                    pem = text
                    return
                }
                let members = try decoder.container(keyedBy: CodingKeys.self)
                pem = try members.decode(String.self, forKey: .publicKey)
                primaryApp = try members.decodeIfPresent(String.self, forKey: .primaryApp)
            }
        }

        static var names: KnownNames {
            var names = ownNames
            names.entries = ["keys": Key.names]
            return names
        }

        enum CodingKeys: CodingKey, CaseIterable {
            case teamId, keys, apps
        }
    }

    struct ServiceCall: ControlCall {
        let id: String
        let primaryApp: String
        let returnUrls: [String]

        enum CodingKeys: CodingKey, CaseIterable {
            case id, primaryApp, returnUrls
        }
    }

    struct PersonCall: ControlCall {
        let key: String
        let email: String
        var password: String?
        var name: PersonName?
        var managed: ManagedCall?
        var child: Bool?

        struct ManagedCall: ControlCall {
            let orgId: String
            var mailbox: Bool?
            var emailVerified: Bool?
            var scopes: [String]?

            enum CodingKeys: CodingKey, CaseIterable {
                case orgId, mailbox, emailVerified, scopes
            }
        }

        static let names = declaredNames(objects: ["name": PersonName.names, "managed": ManagedCall.names])

        enum CodingKeys: CodingKey, CaseIterable {
            case key, email, password, name, managed, child
        }
    }

    /// One person, or several in `people`.
    struct PeopleCall: ControlCall {
        let people: [PersonCall]

        /// The members of one person, and `people`.
        static var names: KnownNames {
            var names = KnownNames(ownNames.names + PersonCall.names.names)
            names.objects = PersonCall.names.objects.merging(["people": PersonCall.names]) { $1 }
            return names
        }

        enum CodingKeys: CodingKey, CaseIterable {
            case people
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            guard members.contains(.people) else {
                people = [try PersonCall(from: decoder)]
                return
            }
            // One person beside the list would be lost.
            let one = try decoder.container(keyedBy: PersonCall.CodingKeys.self)
            if let other = PersonCall.CodingKeys.allCases.first(where: { one.contains($0) }) {
                throw ControlRefusal.badRequest(
                    "body_invalid",
                    "The member people cannot be beside \(other.stringValue): send one person, or a list in people.")
            }
            people = try members.decode([PersonCall].self, forKey: .people)
        }
    }

    struct TeamReply: Encodable, Sendable {
        let teamId: String
        /// Both only if the emulator made the key.
        let keyId: String?
        let privateKey: String?
    }

    struct ServiceReply: Encodable, Sendable {
        let id: String
    }

    struct PersonReply: Encodable, Sendable {
        let key: String
    }

    struct PeopleReply: Encodable, Sendable {
        let added: Int
    }

    let state: EmulatorState

    /// Adds a team. The answer contains the private key if the emulator made it.
    func addTeam(_ request: Request) async throws -> Answer {
        let call = try await request.control(TeamCall.self)
        guard Portal.isTenCharacters(call.teamId) else {
            throw ControlRefusal.badRequest(
                "team_id_invalid", "A Team ID has ten characters: capital letters and digits.")
        }
        var team = try Self.team(call)
        var made: (keyID: String, pem: String)?
        if team.keys.isEmpty {
            let keyID = SigningKeyRing.makeKeyID(state.randomBytes).uppercased()
            let key = try SigningKey.makeES256(keyID: keyID, drawing: state.randomBytes)
            let pem = try TeamKey.publicPEM(ofPrivateKeyPEM: key.pemRepresentation, keyID: keyID)
            team.keys[keyID] = try TeamKey(publicKeyPEM: pem, keyID: keyID)
            made = (keyID, key.pemRepresentation)
        }
        try state.change { [team] world in
            guard world.portal.teams[team.teamID] == nil else {
                throw ControlRefusal(
                    status: 409, code: "team_exists", message: "There is already a team \(team.teamID).")
            }
            for app in team.apps.keys.sorted() where world.portal.teamID(of: app) != nil {
                throw ControlRefusal(status: 409, code: "client_exists", message: "There is already a client \(app).")
            }
            world.add(team)
        }
        return try .reply(
            TeamReply(teamId: team.teamID, keyId: made?.keyID, privateKey: made?.pem), status: .created)
    }

    private static func team(_ call: TeamCall) throws -> Team {
        var team = Team(teamID: call.teamId)
        for app in call.apps ?? [] { team.apps[app] = AppID(description: app, capability: .primary) }
        for (keyID, key) in (call.keys ?? [:]).sorted(by: { $0.key < $1.key }) {
            do {
                team.keys[keyID] = try TeamKey(publicKeyPEM: key.pem, keyID: keyID, primaryApp: key.primaryApp)
            } catch {
                throw ControlRefusal.badRequest("key_invalid", "Key \(keyID) is not a P-256 public key in PEM.")
            }
            guard let app = key.primaryApp else { continue }
            guard team.apps[app] != nil else {
                throw ControlRefusal.badRequest("key_primary_app", "\(app) is not a primary app of the team.")
            }
        }
        return team
    }

    /// Adds a Services ID, or adds return URLs to an existing one.
    func addService(_ request: Request) async throws -> Answer {
        let call = try await request.control(ServiceCall.self)
        if let url = call.returnUrls.first(where: { !WebsiteURLs.isRegistrable($0) }) {
            throw ControlRefusal.badRequest(
                "return_url", "\(url) cannot be registered: use https with a name, or http on loopback; no fragment.")
        }
        try state.change { world in
            guard let teamID = world.portal.teamID(of: call.primaryApp), let team = world.portal.teams[teamID],
                team.apps[call.primaryApp] != nil
            else { throw ControlRefusal.notFound("app_unknown", "No team has an app \(call.primaryApp).") }
            let known = team.services[call.id]
            if known == nil, world.portal.teamID(of: call.id) != nil {
                throw ControlRefusal(
                    status: 409, code: "client_exists", message: "There is already another client \(call.id).")
            }
            var service =
                known ?? .complete(call.id, primaryApp: team.primaryApp(of: call.primaryApp), returnURLs: [])
            service.complete(team.primaryApp(of: call.primaryApp), call.returnUrls)
            world.saveAtOnce(.service(call.id, service), of: teamID)
        }
        return try .reply(ServiceReply(id: call.id), status: .created)
    }

    /// Adds all the people or, if one of them already exists, none.
    func addPeople(_ request: Request) async throws -> Answer {
        let call = try await request.control(PeopleCall.self, upTo: 16 << 20)
        try state.change { world in
            for person in call.people {
                guard !world.deletedPeople.contains(person.key) else {
                    throw ControlRefusal(
                        status: 409, code: "person_deleted",
                        message: "\(person.key) deleted the account; a new one needs its own key.")
                }
                guard world.people.addByControlCall(person.person) else {
                    throw ControlRefusal(
                        status: 409, code: "person_exists",
                        message: "Someone already has the key \(person.key) or that address.")
                }
            }
            for person in call.people { world.tell(.personAdded, person: person.key) }
        }
        guard call.people.count == 1, let only = call.people.first else {
            return try .reply(PeopleReply(added: call.people.count), status: .created)
        }
        return try .reply(PersonReply(key: only.key), status: .created)
    }
}

extension RegistryControl.PersonCall {
    fileprivate var person: Person {
        Person(
            key: key, email: email, password: password ?? "password", firstName: name?.first ?? "",
            lastName: name?.last ?? "",
            managed: managed.map {
                ManagedAccount(
                    organizationID: $0.orgId, hasMailbox: $0.mailbox ?? true,
                    isEmailVerified: $0.emailVerified ?? true, scopes: $0.scopes ?? [])
            }, isChild: child ?? false)
    }
}
