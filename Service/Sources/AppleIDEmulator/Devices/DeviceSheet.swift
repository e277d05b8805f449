/// What an app requests from the native sheet, and what the person answers.
struct DeviceRequest: Sendable {
    let device: Device
    let person: Person
    let app: Client
    var scopes: Set<Scope> = []
    var nonce: String?
    var state: String?
    var name: PersonName?
    var isEmailShared = true
    var realUserStatus = RealUserStatus.likelyReal

    /// The status that the app gets: the one that the name of a test person decides, or the one of the request.
    var shownStatus: RealUserStatus { person.outcome == .realUserUnknown ? .unknown : realUserStatus }
}

/// `ASUserDetectionStatus` (Apple: "realUserStatus").
enum RealUserStatus: Int, Sendable {
    case unsupported, unknown, likelyReal
}

extension EmulatorState {
    /// Why the sheet fails for an app, or nil if nothing in the developer portal is in the way.
    func deviceRefusal(of bundleID: String) -> Refusal? {
        read { world in
            let app = world.client(bundleID).flatMap { $0.kind == .app ? $0 : nil }
            let attempt = DeviceAttempt(bundleID: bundleID, app: app, portal: world.portalView(of: bundleID))
            do throws(Refusal) {
                try DeviceAttempt.checks.require(attempt, waived: world.waived)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Signs the person in on the device. The members are named after `ASAuthorizationAppleIDCredential`.
    func credential(for request: DeviceRequest) throws -> OrderedJSON {
        let person = request.person
        let authorized = try authorize(
            .init(
                client: request.app, scopes: request.scopes, nonce: request.nonce, redirectURI: nil,
                codeChallenge: nil, wantsIdentityToken: true, realUserStatus: request.shownStatus.rawValue),
            ConsentChoice(
                person: person, isEmailShared: request.isEmailShared,
                name: request.name ?? PersonName(first: person.firstName, last: person.lastName)))
        let ageRange = read { UserAgeRange(of: person, told: $0.entitlements[request.app.id]) }
        let status = authorized.isFirst ? request.shownStatus : .unknown
        var members: [(name: String, value: OrderedJSON)] = [
            ("user", .string(authorized.subject)), ("identity_token", .optional(authorized.identityToken)),
            ("authorization_code", .string(authorized.code)),
            ("authorized_scopes", .array(authorized.scopes.map(\.rawValue).sorted().map { .string($0) })),
            ("real_user_status", .integer(status.rawValue)), ("user_age_range", .integer(ageRange.rawValue)),
        ]
        if let state = request.state { members.append(("state", .string(state))) }
        // an app receives the name and the address only once per consent
        if authorized.isFirst, authorized.scopes.contains(.name) {
            let name = authorized.name
            members.append(("name", .object([("first", .string(name.first)), ("last", .string(name.last))])))
        }
        if authorized.isFirst, let email = authorized.email { members.append(("email", .string(email.address))) }
        return .object(members)
    }
}
