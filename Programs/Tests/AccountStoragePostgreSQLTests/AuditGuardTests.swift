import AccountStorage
import Foundation
import Testing

@testable import AccountStoragePostgreSQL

/// Neither another program that writes to the tables nor an injected SQL statement can change a line of the audit.
@Suite(.needsServer, .timeLimit(.minutes(10))) struct `The audit on a server` {
    static let attempts = [
        "UPDATE audit SET event = 'other'", "UPDATE audit SET occurred_at = 0", "DELETE FROM audit",
        "DELETE FROM audit WHERE occurred_at >= 1", "TRUNCATE audit",
        "INSERT INTO audit SELECT * FROM audit ON CONFLICT (id) DO UPDATE SET event = 'other'",
        "INSERT INTO audit_removals VALUES (9223372036854775807, 9223372036854775807)",
    ]

    @Test(arguments: attempts)
    func `refuses to be changed, and to be removed before its time`(_ statement: String) async throws {
        let schema = try FreshSchema()
        let database = try schema.openDatabase()
        let line = AuditEntry(
            id: .init(high: 1, low: 1), accountID: .init(high: 2, low: 2), event: "signed_in",
            occurredAt: Date(timeIntervalSince1970: 1_790_000_000))
        try await database.transaction { records throws(StorageFailure) in .keep(try records.recordAudit(line)) }
        #expect(throws: PostgreSQLError.self) { try schema.openBeside().command(statement) }
        let left = try await database.transaction { records throws(StorageFailure) in
            .discard(try records.findAudit(of: .init(high: 2, low: 2), before: nil, limit: 9))
        }
        #expect(left == [line])
        await database.close()
    }
}
