import Foundation
import JSONWebTokens

/// The emulator and the service as child processes with files of their own, set up against each other.
final class SignInSystem {
    let folder: String
    let publicURL: String
    let emulator: BuiltProgram
    private(set) var service: BuiltProgram?
    var configuration: String { folder + "/siwa.json" }

    init() throws {
        folder = NSTemporaryDirectory() + "siwa-end-to-end-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let port = try FreePort.any()
        publicURL = "http://localhost:\(port)"
        let key = folder + "/AuthKey_TESTKEY001.p8"
        let pem = Data(SigningKey.makeES256(keyID: "TESTKEY001").pemRepresentation.utf8)
        _ = FileManager.default.createFile(atPath: key, contents: pem, attributes: [.posixPermissions: 0o600])
        try Self.write(Self.emulatorConfiguration(key: key, publicURL: publicURL), to: folder + "/emulator.json")
        emulator = try BuiltProgram(
            "apple-id-emulator", ["--config", folder + "/emulator.json", "--listen", "127.0.0.1:0"],
            log: folder + "/emulator.log")
        let settings: [String: Any] = [
            "public_url": publicURL, "listen": "127.0.0.1:\(port)", "database": folder + "/accounts.sqlite",
            "apple": ["base_url": emulator.baseURL, "issuer": emulator.baseURL],
            "teams": ["example": Self.serviceTeam(key: key, publicURL: publicURL)],
        ]
        try Self.write(settings, to: folder + "/siwa.json")
    }

    deinit {
        service?.stop()
        emulator.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Starts the service as an operator would.
    func startService() throws {
        service = try BuiltProgram("siwa", ["serve", "--config", configuration], log: folder + "/siwa.log")
    }

    /// Starts the service that kills itself at a point.
    func startService(dyingAt point: String) throws -> BuiltProgram {
        try BuiltProgram("crash-drill", [configuration, point], log: folder + "/crash-\(point).log")
    }

    private static func write(_ object: [String: Any], to path: String) throws {
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    }

    private static func emulatorConfiguration(key: String, publicURL: String) -> [String: Any] {
        let service: [String: Any] = ["primary_app": "com.example.app", "return_urls": [publicURL + "/web/callback"]]
        let team: [String: Any] = [
            "team_id": "TEAM000001", "keys": ["TESTKEY001": ["private_key_file": key]],
            "apps": ["com.example.app": ["primary": true]], "services": ["com.example.web": service],
        ]
        let ada: [String: Any] = [
            "email": "ada@example.com", "password": "p", "name": ["first": "Ada", "last": "Lovelace"],
        ]
        return ["teams": ["example": team], "people": ["ada": ada]]
    }

    private static func serviceTeam(key: String, publicURL: String) -> [String: Any] {
        let web: [String: Any] = ["id": "com.example.web", "kind": "web", "return_urls": [publicURL + "/"]]
        return [
            "team_id": "TEAM000001", "keys": ["TESTKEY001": ["file": key]],
            "clients": ["app": ["id": "com.example.app", "kind": "native"], "web": web],
        ]
    }
}
