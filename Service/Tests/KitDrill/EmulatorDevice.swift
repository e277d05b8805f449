import Foundation
import SignInAPI
import SignInKit

/// A device that the emulator simulates. It provides the sheet and the credential state.
struct EmulatorDevice: AppleDevice {
    let emulator: URL
    let person: String
    /// Each person has a separate device, so that tests do not interfere with each other.
    var device: String { "phone-of-" + person }
    var bundleID = "com.example.app"
    /// The failure that the sheet returns instead of a sign-in.
    var refusal: SheetFailure?
    let canSearchQuietly = true

    struct Call: Encodable {
        let device: String
        let person: String
        let bundleID: String
        let nonce: String
        let state: String
        let scopes: [String]

        enum CodingKeys: String, CodingKey {
            case device, person, nonce, state, scopes
            case bundleID = "bundle_id"
        }
    }

    struct Answer: Decodable {
        struct Name: Decodable {
            let first: String
            let last: String
        }
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

    func present(_ request: SheetRequest) async -> SheetResult {
        if let refusal { return .failed(refusal) }
        let call = Call(
            device: device, person: person, bundleID: bundleID, nonce: request.attempt.hashedNonce,
            state: request.attempt.state, scopes: request.scopes.map { $0 == .fullName ? "name" : "email" })
        guard let body = try? JSONEncoder().encode(call),
            let data = try? await ask("POST", "/_emulator/device/credentials", body: body),
            let answer = try? JSONDecoder().decode(Answer.self, from: data)
        else { return .failed(.unknown) }
        return .apple(
            AppleCredential(
                user: answer.user, state: answer.state, identityToken: Secret(answer.identityToken),
                authorizationCode: Secret(answer.authorizationCode),
                name: PersonName(typedGiven: answer.name?.first, typedFamily: answer.name?.last), email: answer.email,
                realUserStatus: RealUserStatus(rawValue: answer.realUserStatus) ?? .unknown))
    }

    func credentialState(of appleUser: String) async throws -> CredentialState {
        let query = "?bundle_id=\(bundleID)&user=\(appleUser)&device=\(device)"
        let state = try JSONDecoder().decode(
            [String: String].self, from: try await ask("GET", "/_emulator/device/state" + query))["state"]
        return switch state {
        case "authorized": .authorized
        case "revoked": .revoked
        case "transferred": .transferred
        default: .notFound
        }
    }

    func revocations() -> AsyncStream<Void> { AsyncStream { $0.finish() } }

    private func ask(_ method: String, _ path: String, body: Data? = nil) async throws -> Data {
        guard let url = URL(string: emulator.absoluteString + path) else { throw URLError(.badURL) }
        let answer = try await URLSessionTransport().send(ServiceRequest(method: method, url: url, body: body))
        guard answer.status == 200 else { throw URLError(.badServerResponse) }
        return answer.body
    }
}
