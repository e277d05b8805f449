import AccountStorage
import Foundation

/// What to do with a genuine refresh token, given its session's row.
///
/// The tokens that were given for one token are siblings; using one of them is over for the others. A token is good again
/// until one that was given for it is used: its answer may have been lost, however long ago. Two who hold a copy of one token
/// get different siblings, so that the second of them to use his own is found out (RFC 9700 section 4.14.2). Proven by
/// Checks/RefreshModel.
enum RefreshTokenVerdict: Equatable, Sendable {
    /// A token that was not used yet: it is used now, and its siblings are over.
    case renew
    /// The token that was used last: give another successor.
    case giveAnother
    /// Older, or the sibling of one that was used: end the session.
    case reused
    /// Newer than the row, which an old backup explains: end the session.
    case ahead
    /// It came before the use that the row shows: it waited longer than that one, or the clock was set back. Nobody can say
    /// whether it was over when it came, so it gets nothing now and ends nothing.
    case overtaken

    /// Decides.
    ///
    /// - Parameter arrivedAt: when the request came, before it waited for anything.
    static func decide(presented: Int64, session: Session, arrivedAt: Date) -> RefreshTokenVerdict {
        if presented > session.counter { return .ahead }
        if presented >= session.firstCounter { return .renew }
        if presented == session.usedCounter { return .giveAnother }
        return arrivedAt < session.renewedAt ? .overtaken : .reused
    }
}
