internal import AccountStorage

/// An error from the server or from libpq.
struct PostgreSQLError: Error, Equatable {
    /// The SQLSTATE, five characters (https://www.postgresql.org/docs/current/errcodes-appendix.html). Empty for an
    /// error that does not come from the server.
    let state: String
    /// One line for the operator.
    let message: String
    /// Whether the connection can no longer be used.
    let isConnectionLost: Bool

    /// How to react to an error.
    enum Meaning: Equatable {
        /// A constraint was violated, by a mistake of the caller or because another transaction was faster.
        case conflict
        /// The transaction conflicted with a concurrent one. It was rolled back and can run again.
        case runAgain
        /// The connection is lost or unusable, and so is everything that was not committed.
        case lost
        /// The server cannot do it at the moment.
        case unavailable
        /// The server's disk has no room left (`disk_full`).
        case full
        /// The stored data is damaged.
        case corrupt
    }

    var meaning: Meaning {
        // 57P01…57P03: shutting down, crashed, starting. 26000 and 0A000: a connection pooler or a migration
        // invalidated the prepared statements, and a new connection prepares them again. 25006: the server is
        // read-only, for instance because it is no longer the primary, and a new connection may reach the new primary.
        let isOfNoUse = ["57P01", "57P02", "57P03", "26000", "0A000", "25006"].contains(state)
        if isConnectionLost || isOfNoUse { return .lost }
        return switch state {
        case "40001", "40P01": .runAgain
        case "53100": .full
        case "XX001", "XX002": .corrupt
        default:
            switch state.prefix(2) {
            case "23": .conflict
            case "08": .lost
            default: .unavailable
            }
        }
    }

    /// Whether a concurrent transaction may be the reason that a constraint was violated: 23505 (unique) and 23503
    /// (foreign key). The server can report these before it finds that two transactions met
    /// (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-SERIALIZABLE). A second run sees the other's
    /// work, and a caller's mistake is still one.
    var mayBeARace: Bool { ["23505", "23503"].contains(state) }

    /// The failure that the caller of a transaction gets.
    var failure: StorageFailure {
        switch meaning {
        case .conflict: .conflict
        case .corrupt: .corrupt
        case .full: .full
        case .runAgain, .lost, .unavailable: .unavailable
        }
    }
}
