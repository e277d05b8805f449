import AccountStorage
import Foundation

/// What to do with a genuine refresh token, given its session's row.
///
/// All tokens that were issued in exchange for the same token are siblings. A token can be used again until one of its
/// successors is used, because the reply may have been lost, however long ago. Once one of the siblings is used, the
/// others are invalid. If two parties hold copies of one token, they get different siblings, so the second one to use
/// its sibling is detected (RFC 9700 section 4.14.2). Laboratory/cases/refresh-model proves this rule.
enum RefreshTokenVerdict: Equatable, Sendable {
    /// A token that was not used yet. It is used now, and its siblings become invalid.
    case renew
    /// The token that was used last: issue another successor.
    case giveAnother
    /// An older token, or the sibling of one that was used: end the session.
    case reused
    /// A token newer than the row, as after restoring an old backup: end the session.
    case ahead
    /// The request arrived before the last use in the row, because it waited longer or the clock was set back, or in the
    /// same millisecond. It is unknown whether the token was already invalid on arrival, so the request gets no new token
    /// and the session goes on.
    case overtaken

    /// Decides what to do with a refresh token.
    ///
    /// - Parameter arrivedAt: when the request arrived, before it waited for anything.
    static func decide(presented: Int64, session: Session, arrivedAt: Date) -> RefreshTokenVerdict {
        if presented > session.counter { return .ahead }
        if presented >= session.firstCounter { return .renew }
        if presented == session.usedCounter { return .giveAnother }
        return arrivedAt <= session.renewedAt ? .overtaken : .reused
    }
}
