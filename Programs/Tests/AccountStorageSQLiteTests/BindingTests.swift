import AccountStorage
import AccountStorageSQL
import GRDBSQLite
import Testing

@testable import AccountStorageSQLite

/// SQLite reads bound values from memory of ours and makes no copy.
@Suite final class `Values that are bound to a statement` {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    private let statement = SQLStatement("SELECT $1, hex($2), hex($3), $4")

    init() throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
        try #require(sqlite3_open_v2(":memory:", &opened, flags, nil) == SQLITE_OK)
        handle = try #require(opened)
        connection = SQLiteConnection(handle)
    }

    deinit {
        connection.forgetStatements()
        sqlite3_close_v2(handle)
    }

    private func values(_ length: Int) -> [SQLValue] {
        [
            .text(String(repeating: "ö", count: length)), .bytes([UInt8](repeating: 0xAB, count: length)),
            .identifier(1, UInt64(length)), .text(nil),
        ]
    }

    @Test func `arrive whole, whatever the statement's last values were`() throws {
        for length in [0, 1, 3, 60, 10_000, 2, 0] {
            var found: [String?] = []
            _ = try connection.run(statement, values(length)) { row throws(StorageFailure) in
                for _ in 0..<4 { found.append(row.optionalText()) }
                return false
            }
            let identifier = String(UInt64(length), radix: 16, uppercase: true)
            #expect(
                found == [
                    String(repeating: "ö", count: length), String(repeating: "AB", count: length),
                    "0000000000000001" + String(repeating: "0", count: 16 - identifier.utf8.count) + identifier, nil,
                ])
        }
    }

    @Test func `refuse to be bound while their statement has more rows`() throws {
        var refusal: Int32?
        _ = try connection.run(statement, values(1)) { _ throws(StorageFailure) in
            do throws(SQLiteConnection.Failure) {
                _ = try connection.run(statement, values(10_000))
            } catch {
                if case .engine(let code) = error { refusal = code }
            }
            return false
        }
        #expect(refusal == SQLITE_MISUSE)
    }
}
