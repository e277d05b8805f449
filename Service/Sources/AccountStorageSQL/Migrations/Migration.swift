/// One step of the schema. Steps are only ever appended: one that was released is never edited.
package struct Migration: Sendable {
    /// The same number as the file's, counted from 1.
    package let number: Int
    /// The step in the words of an engine.
    package let sql: @Sendable (SQLDialect) -> String

    init(number: Int, sql: @escaping @Sendable (SQLDialect) -> String) {
        self.number = number
        self.sql = sql
    }

    /// All steps in order. A database keeps the number of the last one it has.
    package static let all: [Migration] = [
        accounts, sessions, signInAttempts, leaving, notifications, outbox, audit, checks, externalAccounts, linking,
        merging, passwords, mail, events, imports, auditGuard, attemptClaims, refreshTokens, seenAlive,
    ]
}
