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

/// What an app receives: the members of `ASAuthorizationAppleIDCredential`.
struct DeviceCredential: Encodable, Sendable {
    let user: String
    let identityToken: String?
    let authorizationCode: String
    let authorizedScopes: [String]
    let realUserStatus: Int
    let userAgeRange: Int
    let state: String?
    let name: PersonName?
    let email: String?

    private enum CodingKeys: CodingKey {
        case user, identityToken, authorizationCode, authorizedScopes, realUserStatus, userAgeRange, state, name, email
    }

    /// What the app did not ask for, or does not receive again, is absent.
    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(user, forKey: .user)
        try members.encode(identityToken, forKey: .identityToken)
        try members.encode(authorizationCode, forKey: .authorizationCode)
        try members.encode(authorizedScopes, forKey: .authorizedScopes)
        try members.encode(realUserStatus, forKey: .realUserStatus)
        try members.encode(userAgeRange, forKey: .userAgeRange)
        if let state { try members.encode(state, forKey: .state) }
        if let name { try members.encode(name, forKey: .name) }
        if let email { try members.encode(email, forKey: .email) }
    }
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

    /// Signs the person in on the device.
    func credential(for request: DeviceRequest) throws -> DeviceCredential {
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
        // an app receives the name and the address only once per consent
        let showsName = authorized.isFirst && authorized.scopes.contains(.name)
        return DeviceCredential(
            user: authorized.subject, identityToken: authorized.identityToken, authorizationCode: authorized.code,
            authorizedScopes: authorized.scopes.map(\.rawValue).sorted(), realUserStatus: status.rawValue,
            userAgeRange: ageRange.rawValue, state: request.state, name: showsName ? authorized.name : nil,
            email: authorized.isFirst ? authorized.email?.address : nil)
    }
}
