/// One migration of the schema. Migrations are only appended. A released one is never edited.
package struct Migration: Sendable {
    /// The number in the file's name, starting with 1.
    package let number: Int
    /// The SQL for an engine.
    package let sql: @Sendable (SQLDialect) -> String

    init(number: Int, sql: @escaping @Sendable (SQLDialect) -> String) {
        self.number = number
        self.sql = sql
    }

    /// All migrations in order. A database stores the number of the last one that was applied.
    package static let all: [Migration] = [
        accounts, sessions, signInAttempts, leaving, notifications, outbox, audit, checks, externalAccounts, linking,
        merging, passwords, mail, events, imports, auditGuard, attemptClaims, refreshTokens, seenAlive, openIDClients,
    ]
}
