import AccountStorage
import Foundation

/// When Apple is asked whether a person still uses the app.
///
/// Apple takes such a question "up to once a day" for each person and may throttle more. Each identity has a time of its
/// own in a round of 25 hours, by its identifier: identifiers are hashes, so the questions come at an even pace, and no
/// list of who is due has to be kept. The hour beyond a day is room for a question that came late the last time.
enum ValidationPlan {
    static let roundMilliseconds: UInt64 = 90_000_000
    /// Nobody is asked after again before this long.
    static let shortestPause: TimeInterval = 86_400
    /// How far back the plan is made up for after a stop; what lies further back is left to the next round.
    static let longestLag: TimeInterval = 3_600

    /// Identities whose time lies in one stretch of a round.
    struct Window: Equatable, Sendable {
        /// The identifier before the first; `nil` at the begin of a round.
        let after: IdentityID?
        let through: IdentityID
        /// When the round began to which the window belongs.
        let roundBegan: Date
    }

    /// The windows of the time from `start` up to but not at `end`, at most one round, in order.
    static func windows(from start: Date, to end: Date) -> [Window] {
        var windows: [Window] = []
        var position = UInt64(max(0, start.millisecondsSince1970))
        let last = min(UInt64(max(0, end.millisecondsSince1970)), position + roundMilliseconds)
        while position < last {
            let began = position - position % roundMilliseconds
            let stop = min(last, began + roundMilliseconds)
            windows.append(
                Window(
                    after: before(offset: position - began), through: before(offset: stop - began) ?? largest,
                    roundBegan: Date(millisecondsSince1970: Int64(began))))
            position = stop
        }
        return windows
    }

    /// When an identity is to be asked after.
    ///
    /// Who was missed, because nobody ran, comes as late as they are overdue: so they do not all come at once.
    static func moment(of identity: IdentityID, in window: Window, at now: Date) -> Date {
        let moment = window.roundBegan.addingTimeInterval(Double(offset(of: identity)) / 1_000)
        return moment >= now ? moment : now.addingTimeInterval(min(longestLag, now.timeIntervalSince(moment)))
    }

    /// The grant by which a person is asked after at `moment`, of all they have; `nil` when they were asked after, or
    /// proved themselves to Apple for us, within a day.
    ///
    /// A time far in the future was noted by a clock that went wrong, and counts for nothing.
    static func choose(among grants: [AppleGrant], at moment: Date) -> AppleGrant? {
        let held = grants.filter { $0.sealedRefreshToken != nil }
        let asked = grants.compactMap(\.checkedAt) + held.map(\.obtainedAt)
        let latest = asked.filter { $0 <= moment.addingTimeInterval(2 * longestLag) }.max() ?? .distantPast
        guard moment.timeIntervalSince(latest) >= shortestPause else { return nil }
        return held.min { ($0.checkedAt ?? .distantPast, $0.clientID) < ($1.checkedAt ?? .distantPast, $1.clientID) }
    }

    /// Whether Apple may be asked out of turn, because a device says that the credential was revoked: once an hour.
    static func mayAskAtOnce(_ grant: AppleGrant, at now: Date) -> Bool {
        guard let checkedAt = grant.checkedAt, checkedAt <= now else { return true }
        return now.timeIntervalSince(checkedAt) >= 3_600
    }

    /// Milliseconds into the round.
    private static func offset(of identity: IdentityID) -> UInt64 {
        identity.leadingBits.multipliedFullWidth(by: roundMilliseconds).high
    }

    /// The last identifier whose time is before `offset`; `nil` where there is none, and at the end of the round.
    private static func before(offset: UInt64) -> IdentityID? {
        guard offset > 0, offset < roundMilliseconds else { return nil }
        // The first number n with n * round / 2^64 >= offset, less one.
        let (quotient, remainder) = roundMilliseconds.dividingFullWidth((high: offset, low: 0))
        return IdentityID(high: remainder == 0 ? quotient - 1 : quotient, low: .max)
    }

    private static let largest = IdentityID(high: .max, low: .max)
}

extension Identifier {
    /// The first eight bytes as a number.
    fileprivate var leadingBits: UInt64 {
        bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
