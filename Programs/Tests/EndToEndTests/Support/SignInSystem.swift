import ChildPrograms
import Foundation
import JSONWebTokens
import SignInAPI
import Synchronization
import Testing

/// The emulator and the service as child processes with their own files, configured for each other.
final class SignInSystem: Sendable {
    let folder: String
    let publicURL: String
    let emulator: LivingProgram
    private let running = Mutex<LivingProgram?>(nil)
    var configuration: String { folder + "/siwa.json" }

    /// - Parameters:
    ///   - appleURL: the URL that the service uses for Apple, if it is not the emulator's.
    ///   - appleSeconds: how long the service waits for Apple.
    private init(appleURL: String?, appleSeconds: Int) async throws {
        folder = NSTemporaryDirectory() + "siwa-end-to-end-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let port = try FreePort.any()
        publicURL = "http://localhost:\(port)"
        let key = folder + "/AuthKey_TESTKEY001.p8"
        let pem = Data(SigningKey.makeES256(keyID: "TESTKEY001").pemRepresentation.utf8)
        _ = FileManager.default.createFile(atPath: key, contents: pem, attributes: [.posixPermissions: 0o600])
        var world = Self.emulatorConfiguration(key: key, publicURL: publicURL)
        if let appleURL { world["issuer"] = appleURL }
        try Self.write(world, to: folder + "/emulator.json")
        emulator = try await LivingProgram(
            .built("apple-id-emulator"), ["--config", folder + "/emulator.json", "--listen", "127.0.0.1:0"],
            log: folder + "/emulator.log")
        let apple = appleURL ?? emulator.baseURL
        let settings: [String: Any] = [
            "public_url": publicURL, "listen": "127.0.0.1:\(port)", "database": folder + "/accounts.sqlite",
            "apple": [
                "base_url": apple, "issuer": apple, "connect_seconds": min(30, appleSeconds),
                "call_seconds": appleSeconds,
            ],
            "rate_limits": ["per_minute": 0], "log_level": "debug", "sign_in": ["question": "never"],
            "teams": ["example": Self.serviceTeam(key: key, publicURL: publicURL)],
        ]
        try Self.write(settings, to: folder + "/siwa.json")
    }

    /// Changes the service's configuration before its next start.
    func configure(_ change: (inout [String: Any]) -> Void) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: configuration))
        var settings = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        change(&settings)
        try Self.write(settings, to: configuration)
    }

    /// Runs a test with its own system, which is removed afterwards.
    static func run<Value>(
        appleURL: String? = nil, appleSeconds: Int = patience, _ test: (SignInSystem) async throws -> Value
    ) async throws -> Value {
        let system = try await SignInSystem(appleURL: appleURL, appleSeconds: appleSeconds)
        do {
            let value = try await test(system)
            await system.stop()
            return value
        } catch {
            await system.stop()
            throw error
        }
    }

    /// The most seconds that a service can be told to wait for Apple.
    static let patience = 60
    /// For tests in which Apple does not answer.
    static let impatience = 6

    var service: LivingProgram? { running.withLock { $0 } }

    /// Starts the service as an operator would; a running one is stopped first.
    /// - Parameter keepsKeys: whether to keep Apple's keys of the last run, as in practice, or to delete them.
    func startService(keepsKeys: Bool = false) async throws {
        await service?.stop()
        if !keepsKeys { try? FileManager.default.removeItem(atPath: folder + "/secrets/apple-key-set.json") }
        let program = try await LivingProgram(.siwa, ["serve", "--config", configuration], log: folder + "/siwa.log")
        running.withLock { $0 = program }
    }

    /// Starts the service that kills itself at a point, in place of the running one.
    func startService(dyingAt point: String) async throws -> LivingProgram {
        await service?.stop()
        return try await LivingProgram(
            .built("crash-drill"), [configuration, point], log: folder + "/crash-\(point).log")
    }

    /// Stops both programs and removes their files.
    private func stop() async {
        await service?.stop()
        await emulator.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func write(_ object: [String: Any], to path: String) throws {
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    }

    private static func emulatorConfiguration(key: String, publicURL: String) -> [String: Any] {
        let service: [String: Any] = ["primary_app": "com.example.app", "return_urls": [publicURL + "/web/callback"]]
        let team: [String: Any] = [
            "team_id": "TEAM000001", "keys": ["TESTKEY001": ["private_key_file": key]],
            "apps": [
                "com.example.app": ["primary": true], "com.example.second": ["primary": true],
                "com.example.stranger": ["primary": true],
            ],
            "services": ["com.example.web": service],
        ]
        let ada: [String: Any] = [
            "email": "ada@example.com", "password": "p", "name": ["first": "Ada", "last": "Lovelace"],
        ]
        return ["teams": ["example": team], "people": ["ada": ada]]
    }

    private static func serviceTeam(key: String, publicURL: String) -> [String: Any] {
        let web: [String: Any] = [
            "id": "com.example.web", "kind": "web", "primary_app_id": "com.example.app",
            "return_urls": [publicURL + "/"],
        ]
        return [
            "team_id": "TEAM000001", "keys": ["TESTKEY001": ["file": key]],
            "clients": [
                "app": ["id": "com.example.app", "kind": "native"],
                "second": ["id": "com.example.second", "kind": "native", "primary_app_id": "com.example.second"],
                "web": web,
            ],
        ]
    }
}

extension SignInSystem {
    /// Sends a message of the API as JSON.
    func post(
        _ path: String, _ message: some Encodable, headers: [String: String] = [:]
    ) async throws -> Browser.Answer {
        try await Browser.send(
            .post, publicURL + path, headers: headers, body: .json(try JSONEncoder().encode(message)))
    }

    /// Sends a GET request with an access token.
    func get(_ path: String, accessToken: String) async throws -> Browser.Answer {
        try await Browser.send(.get, publicURL + path, headers: ["authorization": "Bearer \(accessToken)"])
    }

    /// Sends a control call to the emulator, which must succeed.
    @discardableResult
    func control(_ path: String, _ call: [String: Any]) async throws -> Browser.Answer {
        let body = try JSONSerialization.data(withJSONObject: call)
        let answer = try await Browser.send(.post, emulator.baseURL + "/_emulator" + path, body: .json(body))
        try #require((200..<300).contains(answer.status), "\(path) was answered \(answer.status): \(answer.body)")
        return answer
    }

    /// Creates a new person at Apple named Grace Hopper, and returns the key that control calls use for them.
    func newPerson() async throws -> String {
        let key = "person-" + UUID().uuidString.lowercased()
        try await control(
            "/people", ["key": key, "email": key + "@example.com", "name": ["first": "Grace", "last": "Hopper"]])
        return key
    }

    /// The emulator's answers since the log was cleared.
    func appleLog() async throws -> [AppleLogEntry] {
        try await Browser.send(.get, emulator.baseURL + "/_emulator/log").decoded(AppleLog.self).entries
    }

    func clearAppleLog() async throws {
        _ = try await Browser.send(.delete, emulator.baseURL + "/_emulator/log")
    }

    struct AppleLogEntry: Decodable, Sendable {
        let path: String
        let status: Int
        let fault: String?
    }

    private struct AppleLog: Decodable {
        let entries: [AppleLogEntry]
    }
}
