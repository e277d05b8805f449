/// What a run of a transfer has done so far.
package struct TransferTally: Sendable, Equatable {
    /// About how many people Apple was asked.
    package var asked = 0
    /// How many answers were stored.
    package var answered = 0
    /// How many people Apple refused.
    package var refused = 0
    /// How many calls failed for another reason. They are repeated by a later run.
    package var failed = 0
    /// How many of these never reached Apple.
    package var unreachable = 0

    /// Nothing yet.
    package init() {}

    static func + (left: TransferTally, right: TransferTally) -> TransferTally {
        var sum = left
        sum.asked += right.asked
        sum.answered += right.answered
        sum.refused += right.refused
        sum.failed += right.failed
        sum.unreachable += right.unreachable
        return sum
    }
}

/// Why a run of a transfer stopped before its end.
package enum TransferStop: Error, Sendable, Equatable {
    /// Apple refuses the client, or everybody. The key, the team or the time of the transfer is wrong.
    case refused(code: String)
    /// Apple did not answer about anybody of a batch.
    case unreachable
    /// The sixty days in which Apple translates identifiers are over.
    case over
    /// The service's own database or configuration failed.
    case failed(SignInError)
    /// The program is told to stop.
    case interrupted
    /// The team that would ask is another company's.
    case impossible(String)
    /// People came or went while the file for the buyer was written, so its first line is wrong.
    case changed
}
