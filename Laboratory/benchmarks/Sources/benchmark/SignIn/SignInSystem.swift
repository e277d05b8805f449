import Foundation
import JSONWebTokens

/// Release builds of the service and the emulator, configured for each other in a folder of their own.
final class SignInSystem {
    static let people = 50

    private(set) var service: MeasuredProgram
    let emulator: MeasuredProgram
    let folder: String
    /// The database with the accounts: a file in the folder, or the address of a PostgreSQL server.
    let database: String
    private let programs: String

    /// The addresses of both programs, for the load generator.
    struct Addresses: Sendable {
        let service: String
        let emulator: String
    }

    var addresses: Addresses { Addresses(service: service.baseURL, emulator: emulator.baseURL) }

    /// Starts both with an empty database. `database` is the address of an empty one on a PostgreSQL server.
    private init(programs: String, database address: String?) async throws {
        self.programs = programs
        folder = NSTemporaryDirectory() + "siwa-benchmark-\(UUID().uuidString)"
        // The key is for nobody else from its first moment.
        umask(0o077)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let key = folder + "/AuthKey_BENCHMARK1.p8"
        let pem = Data(SigningKey.makeES256(keyID: "BENCHMARK1").pemRepresentation.utf8)
        _ = FileManager.default.createFile(atPath: key, contents: pem, attributes: [.posixPermissions: 0o600])
        try Self.write(Self.emulatorConfiguration(key), to: folder + "/emulator.json")
        emulator = try await MeasuredProgram(
            programs + "/apple-id-emulator", ["--config", folder + "/emulator.json", "--listen", "127.0.0.1:0"],
            log: folder + "/emulator.log")
        database = address ?? folder + "/accounts.sqlite"
        try Self.write(
            Self.serviceConfiguration(key, emulator.baseURL, database, folder), to: folder + "/siwa.json")
        service = try await Self.startedService(programs, folder)
    }

    /// Runs `work` with a system, and removes the system afterwards.
    static func run<Result>(
        programs: String, database: String? = nil, _ work: (SignInSystem) async throws -> Result
    ) async throws -> Result {
        let system = try await SignInSystem(programs: programs, database: database)
        do {
            let result = try await work(system)
            await system.stop()
            return result
        } catch {
            await system.stop()
            throw error
        }
    }

    private static func startedService(_ programs: String, _ folder: String) async throws -> MeasuredProgram {
        try await MeasuredProgram(
            programs + "/siwa", ["serve", "--config", folder + "/siwa.json"], log: folder + "/siwa.log")
    }

    /// Stops the service, runs `work` with exclusive access to the database, and starts the service again.
    func withServiceAtRest<Result>(_ work: () async throws -> Result) async throws -> Result {
        await service.stop()
        let result = try await work()
        service = try await Self.startedService(programs, folder)
        return result
    }

    private func stop() async {
        await service.stop()
        await emulator.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func write(_ object: [String: Any], to path: String) throws {
        try JSONSerialization.data(withJSONObject: object).write(to: URL(fileURLWithPath: path))
    }

    private static func emulatorConfiguration(_ key: String) -> [String: Any] {
        let named = (0..<people).map { number in
            (
                "person\(number)",
                ["email": "person\(number)@example.com", "password": "p", "name": ["first": "P", "last": "\(number)"]]
            )
        }
        return [
            "teams": [
                "example": [
                    "team_id": "TEAM000001", "keys": ["BENCHMARK1": ["private_key_file": key]],
                    "apps": ["com.example.app": ["primary": true]],
                ]
            ],
            "people": Dictionary(uniqueKeysWithValues: named),
        ]
    }

    private static func serviceConfiguration(
        _ key: String, _ apple: String, _ database: String, _ folder: String
    ) -> [String: Any] {
        [
            "public_url": "http://127.0.0.1:8080", "listen": "127.0.0.1:0", "database": database,
            "secrets_directory": folder + "/secrets",
            "apple": ["base_url": apple, "issuer": apple], "log_level": "error",
            "rate_limits": ["per_minute": 0],
            "teams": [
                "example": [
                    "team_id": "TEAM000001", "keys": ["BENCHMARK1": ["file": key]],
                    "clients": ["app": ["id": "com.example.app", "kind": "native"]],
                ]
            ],
        ]
    }
}
