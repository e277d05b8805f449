import AccountStorage
import Foundation
import JSONWebTokens
import Logging
import SignInFlows
import SignInServer
import Synchronization

@testable import siwa

/// A clock that a test moves.
final class TestClock: Sendable {
    private let moment: Mutex<Date>

    init(_ moment: Date = Date(timeIntervalSince1970: 1_790_000_000)) {
        self.moment = Mutex(moment)
    }

    var now: Date { moment.withLock { $0 } }

    func advance(_ seconds: Double) {
        moment.withLock { $0 += seconds }
    }
}

/// The service put together as `siwa serve` does it, in this process, with a clock of the test's: a real database file
/// and real keys in a folder. Nobody answers for Apple.
struct LivingService {
    let composition: ServiceComposition
    let parts: ServiceComposition.Parts

    /// - Parameter members: settings as members of the JSON file, each followed by a comma.
    init(in folder: borrowing TemporaryFolder, clock: TestClock, members: String = "") async throws {
        if !FileManager.default.fileExists(atPath: folder.url.appending(path: "key.p8").path) {
            _ = try folder.write(SigningKey.makeES256(keyID: "TESTKEY001").pemRepresentation, to: "key.p8")
        }
        let json = """
            {\(members) "public_url": "http://localhost:8080", "database": "accounts.sqlite",
             "apple": {"base_url": "http://127.0.0.1:9"},
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"TESTKEY001": {"file": "key.p8"}},
               "clients": {"app": {"id": "com.example.app", "kind": "native"}}}}}
            """
        var seams = ServiceSeams()
        seams.now = { clock.now }
        composition = try ServiceComposition(
            ServerConfiguration(json: Array(json.utf8), directory: folder.url.path),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seams: seams)
        parts = try await composition.parts()
    }

    /// Runs one transaction that is kept.
    func keep<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws -> Value {
        try await parts.environment.database.transaction { transaction throws(StorageFailure) in
            .keep(try body(transaction))
        }
    }
}
