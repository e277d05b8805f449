import AccountStorage
import Foundation
import Logging
import SignInFlows
import SignInServer
import TestDoubles

@testable import ServiceAssembly
@testable import siwa

/// The service as `siwa serve` assembles it, in this process with a test clock: a real database file and real keys in a
/// folder. Nothing answers for Apple.
struct LivingService {
    let composition: ServiceComposition
    let parts: ServiceComposition.Parts

    /// - Parameter members: settings as members of the JSON file, each followed by a comma.
    init(in folder: borrowing TemporaryFolder, clock: TestClock, members: String = "") async throws {
        if !FileManager.default.fileExists(atPath: folder.url.appending(path: "key.p8").path) {
            try folder.writeKey()
        }
        let json = SampleConfiguration.json(
            members + #""public_url": "http://localhost:8080", "database": "accounts.sqlite","#)
        var seams = ServiceSeams()
        seams.now = { clock.now }
        composition = try ServiceComposition(
            ServerConfiguration(json: Array(json.utf8), directory: folder.url.path),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, seams: seams)
        parts = try await composition.parts()
    }

    /// Stores an account and a session of it that begins now, and returns the session's id.
    func beginSession(
        _ number: UInt64 = 1, platform: Platform = .native, expiresAt: Date = .distantFuture
    ) async throws -> SessionID {
        let (id, account, now) = (
            SessionID(high: 1, low: number), AccountID(high: 2, low: number), parts.environment.now()
        )
        try await keep { transaction throws(StorageFailure) in
            try transaction.recordAccount(
                Account(
                    id: account, givenName: nil, familyName: nil, email: nil, isEmailVerified: false,
                    isPrivateEmail: false, createdAt: now, disabledAt: nil))
            try transaction.recordSession(
                Session(
                    id: id, accountID: account, clientID: "app", platform: platform, createdAt: now,
                    authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: expiresAt, endedAt: nil))
        }
        return id
    }

    /// Runs one transaction and commits it.
    func keep<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws -> Value {
        try await parts.environment.database.transaction { transaction throws(StorageFailure) in
            .keep(try body(transaction))
        }
    }
}
