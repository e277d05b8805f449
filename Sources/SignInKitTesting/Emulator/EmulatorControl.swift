import Foundation
import SignInAPI
public import SignInKit

/// Calls of `apple-id-emulator` with which a test plays a person (`Documentation/emulator.md`, "Control calls").
public struct EmulatorControl: Sendable {
    let emulator: URL
    let bundleID: String
    let person: String
    let token: Secret?
    let transport: any ServiceTransport

    /// The name of the person's device.
    public var device: String { "phone-of-" + person }

    /// Adds the person to the emulator, unless it knows them.
    ///
    /// - Parameters:
    ///   - email: the person's own address.
    ///   - given: the given name of the person's Apple Account.
    ///   - family: the family name of the person's Apple Account.
    /// - Throws: `SignInFailure` if the emulator refuses or does not answer.
    public func addPerson(email: String, given: String = "Grace", family: String = "Hopper") async throws {
        do {
            try await call("people", NewPerson(key: person, email: email, name: Name(first: given, last: family)))
        } catch SignInFailure.refused("person_exists", _) {}
    }

    /// The person stops using the app, in the settings of the Apple Account.
    ///
    /// - Throws: `SignInFailure` if the emulator refuses or does not answer.
    public func stopUsingApp() async throws {
        try await call("account/stop-using", ["person": person, "client": bundleID])
    }

    /// The person signs out of the device, so that the app's credential is not found.
    ///
    /// - Throws: `SignInFailure` if the emulator refuses or does not answer.
    public func signOutOfDevice() async throws {
        try await call("device/accounts", ["device": device])
    }

    /// Associates the app with domains, whose saved passwords a search then finds.
    ///
    /// - Throws: `SignInFailure` if the emulator refuses or does not answer.
    public func associate(domains: [String]) async throws {
        try await call("device/apps", Entitlements(bundleID: bundleID, associatedDomains: domains))
    }

    /// Saves a password in the person's keychain.
    ///
    /// - Throws: `SignInFailure` if the emulator refuses or does not answer.
    public func savePassword(_ credential: PasswordCredential, domain: String) async throws {
        try await call(
            "device/passwords",
            ["person": person, "user": credential.user, "password": credential.password.exposed, "domain": domain])
    }

    /// The error of a search that finds nothing, so that there is no sheet.
    func searchFailure(_ request: SheetRequest) async throws -> SheetFailure? {
        let offer: Offer = try await send(
            "GET",
            "device/sheet?bundle_id=\(Self.encoded(bundleID))&person=\(Self.encoded(person))"
                + "&device=\(Self.encoded(device))" + (request.purpose == .search ? "&quiet" : "")
                + (request.includesPasswords ? "&includes_passwords" : ""))
        return (offer.error?.code).map { SheetFailure(code: $0) }
    }

    func result(of request: SheetRequest, _ answer: EmulatorAnswer) async throws -> SheetResult {
        let reply: CredentialReply = try await send(
            "POST", "device/credentials",
            CredentialCall(
                device: device, person: person, bundleID: bundleID, nonce: request.attempt.requestNonce,
                state: request.attempt.state, scopes: request.scopes.map { $0 == .fullName ? "name" : "email" },
                name: answer.name.map { Name(first: $0.given ?? "", last: $0.family ?? "") },
                sharesEmail: !answer.hidesEmail, realUserStatus: answer.realUserStatus.rawValue,
                includesPasswords: request.includesPasswords, isQuiet: request.purpose == .search,
                choice: answer.passwordUser == nil ? nil : "password", passwordUser: answer.passwordUser))
        return reply.result
    }

    func credentialState(of appleUser: String) async throws -> CredentialState {
        let reply: StateReply = try await send(
            "GET",
            "device/state?bundle_id=\(Self.encoded(bundleID))&user=\(Self.encoded(appleUser))"
                + "&device=\(Self.encoded(device))")
        return switch reply.state {
        case "authorized": .authorized
        case "revoked": .revoked
        case "transferred": .transferred
        default: .notFound
        }
    }

    /// A value of a query, in which `+` would be a space.
    static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "-._~").union(
            CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }

    private func call(_ path: String, _ body: any Encodable) async throws {
        try await connection().send("POST", "_emulator/" + path, body)
    }

    private func send<Reply: Decodable>(
        _ method: String, _ path: String, _ body: (any Encodable)? = nil
    ) async throws -> Reply {
        try await connection().send(method, "_emulator/" + path, body)
    }

    private func connection() throws(SignInFailure) -> BackendConnection {
        try BackendConnection(
            emulator, fields: token.map { ["Authorization": "Bearer " + $0.exposed] } ?? [:], transport: transport)
    }
}

/// The messages of the control calls.
extension EmulatorControl {
    private struct Name: Codable {
        let first: String
        let last: String
    }

    private struct NewPerson: Encodable {
        let key: String
        let email: String
        let name: Name
    }

    private struct Entitlements: Encodable {
        let bundleID: String
        let associatedDomains: [String]

        enum CodingKeys: String, CodingKey {
            case bundleID = "bundle_id"
            case associatedDomains = "associated_domains"
        }
    }

    private struct Offer: Decodable {
        struct Failure: Decodable {
            let code: Int
        }
        let error: Failure?
    }

    private struct StateReply: Decodable {
        let state: String
    }

    private struct CredentialCall: Encodable {
        let device: String
        let person: String
        let bundleID: String
        let nonce: String?
        let state: String
        let scopes: [String]
        let name: Name?
        let sharesEmail: Bool
        let realUserStatus: Int
        let includesPasswords: Bool
        let isQuiet: Bool
        let choice: String?
        let passwordUser: String?

        enum CodingKeys: String, CodingKey {
            case device, person, nonce, state, scopes, name, choice
            case bundleID = "bundle_id"
            case sharesEmail = "share_email"
            case realUserStatus = "real_user_status"
            case includesPasswords = "includes_passwords"
            case isQuiet = "quiet"
            case passwordUser = "password_user"
        }
    }

    /// A credential, a saved password, or an error.
    private struct CredentialReply: Decodable {
        let user: String?
        let password: String?
        let state: String?
        let identityToken: String?
        let authorizationCode: String?
        let realUserStatus: Int?
        let userAgeRange: Int?
        let name: Name?
        let email: String?
        let code: Int?

        enum CodingKeys: String, CodingKey {
            case user, password, state, name, email, code
            case identityToken = "identity_token"
            case authorizationCode = "authorization_code"
            case realUserStatus = "real_user_status"
            case userAgeRange = "user_age_range"
        }

        var result: SheetResult {
            if let code { return .failed(SheetFailure(code: code)) }
            if let user, let password { return .password(PasswordCredential(user: user, password: Secret(password))) }
            guard let user, let identityToken, let authorizationCode else { return .failed(.invalidResponse) }
            return .apple(
                AppleCredential(
                    user: user, state: state, identityToken: Secret(identityToken),
                    authorizationCode: Secret(authorizationCode),
                    name: PersonName(typedGiven: name?.first, typedFamily: name?.last), email: email,
                    realUserStatus: realUserStatus.flatMap { RealUserStatus(rawValue: $0) } ?? .unknown,
                    ageRange: userAgeRange.flatMap { AgeRange(rawValue: $0) } ?? .unknown))
        }
    }
}
