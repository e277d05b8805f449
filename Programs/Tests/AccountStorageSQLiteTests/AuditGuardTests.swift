import AccountStorage
import AccountStorageSQLite
import Foundation
import GRDB
import Testing

/// Neither another process that writes to the file nor an injected SQL statement can change a line of the audit.
struct `The audit in a file` {
    static let attempts = [
        "UPDATE audit SET event = 'other'", "UPDATE audit SET occurred_at = 0", "DELETE FROM audit",
        "DELETE FROM audit WHERE occurred_at >= 1", "REPLACE INTO audit SELECT * FROM audit",
        "INSERT OR REPLACE INTO audit (id, event, occurred_at) SELECT id, 'other', 0 FROM audit",
        "INSERT INTO audit SELECT * FROM audit WHERE true ON CONFLICT DO UPDATE SET event = 'other'",
    ]

    @Test(arguments: attempts)
    func `refuses to be changed, and to be removed before its time`(_ statement: String) async throws {
        let folder = try TemporaryFolder()
        let database = try folder.openDatabase()
        let line = AuditEntry(
            id: .init(high: 1, low: 1), accountID: .init(high: 2, low: 2), event: "signed_in",
            occurredAt: Date(timeIntervalSince1970: 1_790_000_000))
        try await database.transaction { records throws(StorageFailure) in .keep(try records.recordAudit(line)) }
        let beside = try folder.openBeside()
        for recursive in ["OFF", "ON"] {
            #expect(throws: DatabaseError.self) {
                try beside.writeWithoutTransaction { connection in
                    try connection.execute(sql: "PRAGMA recursive_triggers = \(recursive)")
                    try connection.execute(sql: statement)
                }
            }
        }
        try beside.close()
        let left = try await database.transaction { records throws(StorageFailure) in
            .discard(try records.findAudit(of: .init(high: 2, low: 2), before: nil, limit: 9))
        }
        #expect(left == [line])
        await database.close()
    }
}
