import AccountStorage
import Foundation

/// What to do with a genuine refresh token, given the counter in its session's row.
///
/// Two tabs, a lost answer or a retry repeat a token within moments: they get the same successor. A token that comes
/// later, when its successor is in use, was probably stolen (RFC 9700 section 4.14.2).
enum SessionReuse: Equatable, Sendable {
    /// The current token: move the counter on.
    case renew
    /// The token before the current one, within the window: give the current one again.
    case giveAgain
    /// Older, or too late: end the session.
    case reused
    /// Newer than the row, which an old backup explains: end the session.
    case ahead
    /// It came before the renewal that the row shows: it waited longer, or the clock was set back. Nobody can say whether it
    /// was late when it came, so it gets nothing now and ends nothing.
    case overtaken

    /// Decides; a clock that was set back neither makes an honest repeat late nor a late one early.
    ///
    /// - Parameter now: when the request came, before it waited for anything.
    static func decide(
        presented: Int64, current: Int64, renewedAt: Date, now: Date, window: Duration
    ) -> SessionReuse {
        if presented == current { return .renew }
        if presented > current { return .ahead }
        let isOneBack = presented == current - 1
        if isOneBack {
            if ClockDifference.isImpossible(renewedAt, at: now) { return .overtaken }
            return now.timeIntervalSince(renewedAt) <= window.timeInterval ? .giveAgain : .reused
        }
        // No request waits longer than the window; a greater difference is a clock that is wrong.
        let lead = renewedAt.timeIntervalSince(now)
        return lead > 0 && lead <= window.timeInterval ? .overtaken : .reused
    }
}
