import Hummingbird

/// `POST /_emulator/device/credentials`: what the native sheet hands to an app.
struct DeviceControl: Sendable {
    struct Call: Decodable, Sendable {
        var device: String?
        let person: String
        let bundleId: String
        var nonce: String?
        var state: String?
        var scopes: [Scope]?
        var name: PersonName?
        var shareEmail: Bool?
        var realUserStatus: Int?
    }

    /// `ASUserDetectionStatus`: 1 is unknown, 2 likely real.
    private static let unknownUser = 1
    private static let likelyReal = 2

    let state: EmulatorState

    func credential(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        let (client, person) = state.read { ($0.client(call.bundleId), $0.person(call.person)) }
        guard let client, client.kind == .app else {
            throw ControlRefusal.notFound("app_unknown", "No team has an app \(call.bundleId).")
        }
        guard let person else {
            throw ControlRefusal.notFound("person_unknown", "There is no person \(call.person).")
        }
        let status = call.realUserStatus ?? Self.likelyReal
        guard (0...2).contains(status) else {
            throw ControlRefusal.badRequest("real_user_status", "real_user_status is 0, 1 or 2.")
        }
        let name = call.name ?? PersonName(first: person.firstName, last: person.lastName)
        let authorized = try state.authorize(
            .init(
                client: client, scopes: Set(call.scopes ?? []), nonce: call.nonce, redirectURI: nil,
                codeChallenge: nil, wantsIdentityToken: true, realUserStatus: status),
            ConsentChoice(person: person, isEmailShared: call.shareEmail ?? true, name: name))
        var answer = Answer.json(Self.json(authorized, call, status: status))
        answer.client = client.id
        answer.person = person.key
        return answer
    }

    /// Members named after `ASAuthorizationAppleIDCredential`; name and e-mail come once in a consent's life.
    private static func json(_ authorized: Authorized, _ call: Call, status: Int) -> OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("user", .string(authorized.subject)), ("identity_token", .optional(authorized.identityToken)),
            ("authorization_code", .string(authorized.code)),
            ("authorized_scopes", .array(authorized.scopes.map(\.rawValue).sorted().map { .string($0) })),
            ("real_user_status", .integer(authorized.isFirst ? status : unknownUser)),
        ]
        if let state = call.state { members.append(("state", .string(state))) }
        if authorized.isFirst, authorized.scopes.contains(.name) {
            let name = authorized.name
            members.append(("name", .object([("first", .string(name.first)), ("last", .string(name.last))])))
        }
        if authorized.isFirst, let email = authorized.email {
            members.append(("email", .string(email.address)))
        }
        return .object(members)
    }
}
