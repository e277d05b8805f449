import Crypto
import Foundation
import SignInAPI
import Testing

/// An app on a device: requests an attempt from the service, shows Apple's sheet, and sends its result.
struct NativeApp: Sendable {
    let person: String
    let system: SignInSystem
    /// The app's name in the service's configuration.
    var client = "app"
    /// The app's bundle id at Apple.
    var bundleID = "com.example.app"

    init(_ person: String, _ system: SignInSystem) {
        self.person = person
        self.system = system
    }

    /// What Apple's sheet returns, as the emulator's control call does.
    struct Credential: Decodable {
        struct Name: Decodable {
            let first: String
            let last: String
        }
        let user: String
        let identityToken: String
        let authorizationCode: String
        let name: Name?

        enum CodingKeys: String, CodingKey {
            case user, name
            case identityToken = "identity_token"
            case authorizationCode = "authorization_code"
        }
    }

    func begin() async throws -> NativeAttemptReply {
        try await system.post(Paths.nativeAttempts, NativeAttemptRequest(client: client)).decoded(
            NativeAttemptReply.self)
    }

    func credential(nonce: String?) async throws -> Credential {
        var call: [String: Any] = ["person": person, "bundle_id": bundleID, "scopes": ["name", "email"]]
        if let nonce {
            let hash = SHA256.hash(data: Data(nonce.utf8))
            call["nonce"] = hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        return try await system.control("/device/credentials", call).decoded(Credential.self)
    }

    /// Performs all steps before the request that signs in, and returns that request.
    func submission(to attempt: NativeAttemptReply? = nil) async throws -> NativeSignInRequest {
        let begun: NativeAttemptReply
        if let attempt { begun = attempt } else { begun = try await begin() }
        let credential = try await credential(nonce: begun.nonce)
        return NativeSignInRequest(
            attempt: begun.attempt, identityToken: credential.identityToken, code: credential.authorizationCode,
            name: credential.name.map { PersonName(given: $0.first, family: $0.last) }, realUserStatus: 2)
    }

    func submit(_ submission: NativeSignInRequest) async throws -> Browser.Answer {
        try await system.post(Paths.nativeSignIn, submission)
    }

    func triesToSignIn() async throws -> Browser.Answer { try await submit(try await submission()) }

    func signsIn() async throws -> SessionReply {
        let answer = try await triesToSignIn()
        try #require(answer.status == 200, "signing in was answered \(answer.status): \(answer.body)")
        return try answer.decoded(SessionReply.self)
    }
}

extension Browser.Answer {
    /// The stable code of a JSON refusal; `nil` for anything else.
    var errorCode: String? { try? decoded(APIError.self).error }
}
