/// One step of the schema. Steps are only ever appended: one that was released is never edited.
package struct Migration: Sendable {
    /// The same number as the file's, counted from 1, and as that of SQLite's step of the same name.
    package let number: Int
    package let sql: String

    /// All steps in order. `schema_version` holds the number of the last one that a database has.
    package static let all: [Migration] = [
        accounts, sessions, signInAttempts, leaving, notifications, outbox, audit, checks, externalAccounts, linking,
        merging, passwords, mail, events, imports, auditGuard, attemptClaims, refreshTokens, seenAlive,
    ]
}
