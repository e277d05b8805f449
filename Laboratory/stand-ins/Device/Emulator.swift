import AuthenticationServices
import Foundation
import SignInKit

/// The emulator, which plays Apple behind the stand-ins' frameworks.
struct Emulator: Sendable {
    let address: String
    var device = "device"
    static let app = "com.example.app"

    @discardableResult
    func call(_ path: String, _ body: [String: Any]? = nil) async throws -> [String: Any] {
        guard let url = URL(string: address + "/_emulator" + path) else { throw URLError(.badURL) }
        let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
        let answer = try await URLSessionTransport().send(
            ServiceRequest(method: data == nil ? "GET" : "POST", url: url, body: data))
        guard (200..<300).contains(answer.status) else { throw URLError(.badServerResponse) }
        return try JSONSerialization.jsonObject(with: answer.body) as? [String: Any] ?? [:]
    }

    /// Creates a person at Apple and signs them in to this device.
    func newPerson() async throws -> String {
        let key = "person-" + UUID().uuidString.lowercased()
        let name = ["first": "Grace", "last": "Hopper"]
        try await call("/people", ["key": key, "email": key + "@example.com", "name": name])
        try await call("/device/accounts", ["device": device, "person": key])
        return key
    }

    /// Lets the person agree on the sheet.
    func agree(_ request: StandInDevice.Request) async -> StandInDevice.Answer {
        var body: [String: Any] = ["device": device, "bundle_id": Self.app]
        body["nonce"] = request.nonce
        body["state"] = request.state
        body["scopes"] = request.scopes.map { $0 == "full_name" ? "name" : "email" }
        guard let answer = try? await call("/device/credentials", body), let user = answer["user"] as? String,
            let token = answer["identity_token"] as? String, let code = answer["authorization_code"] as? String
        else { return .error(1000) }
        let name = answer["name"] as? [String: String]
        return .apple(
            StandInCredential(
                user: user, state: answer["state"] as? String, identityToken: token, authorizationCode: code,
                email: answer["email"] as? String, givenName: name?["first"], familyName: name?["last"]))
    }

    /// Returns the state as Apple's number: revoked, authorized, not found, transferred.
    func state(_ user: String) async -> Int? {
        let path = "/device/state?bundle_id=\(Self.app)&user=\(user)&device=\(device)"
        guard let word = try? await call(path)["state"] as? String else { return nil }
        return ["revoked", "authorized", "not_found", "transferred"].firstIndex(of: word)
    }
}
