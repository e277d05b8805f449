import AccountStorage
import AccountStorageConformance
import AccountStorageSQLite
import StorageSupport
import Testing

struct `Ten thousand random histories` {
    @Test func `have the same answers from SQLite as from the reference`() async throws {
        let difference = try await firstDifference(of: SQLiteAccountDatabase.inMemory())
        #expect(difference == nil)
    }

    /// Mistakes that a test of a single operation could miss: the statements, the part of them, and its replacement.
    @Test(arguments: [
        ("UPDATE sessions SET renewed_at", " AND ended_at IS NULL", ""),
        ("DELETE FROM sessions", "expires_at < $1", "expires_at <= $1"),
        ("FROM sessions WHERE account_id", "ORDER BY id DESC", "ORDER BY created_at DESC"),
        ("SELECT id, ended_at", "ended_at > $1 OR", "ended_at >= $1 OR"),
        ("INTO accounts", "disabled_reason = excluded.disabled_reason, ", ""),
        ("INTO grants", "alive_at = excluded.alive_at", "alive_at = grants.alive_at"),
        ("SET state = 2", "link_external_id = $2", "link_external_id <> $2"),
        ("FROM outbox WHERE client_id", "ORDER BY due_at, id", "ORDER BY id"),
        ("INTO marks", "excluded.noted_at > marks.noted_at", "excluded.noted_at < marks.noted_at"),
        ("FROM account_events WHERE due_at IS NULL", " AND delivered_at IS NULL", ""),
        ("UPDATE authorization_codes", " AND used_at IS NULL", ""),
        ("UPDATE sessions SET ended_at", " AND NOT is_detached", ""),
        ("INTO client_consents", "scope = excluded.scope", "scope = client_consents.scope"),
    ])
    func `find a broken statement`(_ statement: String, _ part: String, _ mistake: String) async throws {
        let broken = BrokenStatements(SQLiteAccountDatabase.inMemory(), in: statement, part, by: mistake)
        let difference = try #require(await firstDifference(of: broken))
        #expect(!difference.contains("unavailable"), "the statement with the mistake is none")
        #expect(broken.brokenCount > 0)
    }
}
