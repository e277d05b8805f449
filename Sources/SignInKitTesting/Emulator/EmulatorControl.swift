import Foundation
import SignInAPI
import SignInKit

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

    func hasConsent() async throws -> Bool {
        let snapshot: Snapshot = try await send("GET", "snapshot?person=" + Self.encoded(person))
        // Apps of one group share a consent, which names the group's first app.
        return !snapshot.consents.isEmpty
    }

    func credential(for request: SheetRequest, _ answer: EmulatorAnswer) async throws -> AppleCredential {
        let reply: CredentialReply = try await send(
            "POST", "device/credentials",
            CredentialCall(
                device: device, person: person, bundleID: bundleID, nonce: request.attempt.hashedNonce,
                state: request.attempt.state, scopes: request.scopes.map { $0 == .fullName ? "name" : "email" },
                name: answer.name.map { Name(first: $0.given ?? "", last: $0.family ?? "") },
                sharesEmail: !answer.hidesEmail, realUserStatus: answer.realUserStatus.rawValue))
        return AppleCredential(
            user: reply.user, state: reply.state, identityToken: Secret(reply.identityToken),
            authorizationCode: Secret(reply.authorizationCode),
            name: PersonName(typedGiven: reply.name?.first, typedFamily: reply.name?.last), email: reply.email,
            realUserStatus: RealUserStatus(rawValue: reply.realUserStatus) ?? .unknown)
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

    private struct Snapshot: Decodable {
        struct Consent: Decodable {}
        let consents: [Consent]
    }

    private struct StateReply: Decodable {
        let state: String
    }

    private struct CredentialCall: Encodable {
        let device: String
        let person: String
        let bundleID: String
        let nonce: String
        let state: String
        let scopes: [String]
        let name: Name?
        let sharesEmail: Bool
        let realUserStatus: Int

        enum CodingKeys: String, CodingKey {
            case device, person, nonce, state, scopes, name
            case bundleID = "bundle_id"
            case sharesEmail = "share_email"
            case realUserStatus = "real_user_status"
        }
    }

    private struct CredentialReply: Decodable {
        let user: String
        let state: String?
        let identityToken: String
        let authorizationCode: String
        let realUserStatus: Int
        let name: Name?
        let email: String?

        enum CodingKeys: String, CodingKey {
            case user, state, name, email
            case identityToken = "identity_token"
            case authorizationCode = "authorization_code"
            case realUserStatus = "real_user_status"
        }
    }
}
