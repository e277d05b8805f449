internal import AccountStorage

/// What the server, or libpq itself, reported.
struct PostgreSQLError: Error, Equatable {
    /// Five characters (https://www.postgresql.org/docs/current/errcodes-appendix.html); empty where nothing came from
    /// the server.
    let state: String
    /// One line for the operator.
    let message: String
    /// Whether the connection is of no use any more.
    let isConnectionLost: Bool

    /// What is to be done about it.
    enum Meaning: Equatable {
        /// The rows contradict: a caller's mistake, or a race that is over.
        case conflict
        /// The transaction met another one. Nothing of it is left, and it can run again.
        case runAgain
        /// The connection is gone or of no use, and with it what was not committed.
        case lost
        /// Not now.
        case unavailable
        /// What is stored is damaged.
        case corrupt
    }

    var meaning: Meaning {
        // 57P01…57P03: shut down, crashed, starting. 26000 and 0A000: a pooler in between, or a migration, took the
        // prepared statements away; a new connection prepares them again. 25006: the server only lets us read, as one
        // does that is the primary no more; a new connection may find the one that is.
        let isOfNoUse = ["57P01", "57P02", "57P03", "26000", "0A000", "25006"].contains(state)
        if isConnectionLost || isOfNoUse { return .lost }
        return switch state {
        case "40001", "40P01": .runAgain
        case "XX001", "XX002": .corrupt
        default:
            switch state.prefix(2) {
            case "23": .conflict
            case "08": .lost
            default: .unavailable
            }
        }
    }

    /// What it means to the caller of a transaction.
    var failure: StorageFailure {
        switch meaning {
        case .conflict: .conflict
        case .corrupt: .corrupt
        case .runAgain, .lost, .unavailable: .unavailable
        }
    }
}
