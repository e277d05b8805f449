import AccountStorage
import Foundation

/// When Apple is asked to validate a person's refresh token.
///
/// Apple allows this "up to once a day" for each person and may throttle more. The identifier of each identity gives it
/// a fixed time in a round of 25 hours. Identifiers are hashes, so the requests are spread evenly, and no list of due
/// identities is needed. The hour beyond a day leaves room for a validation that was late in the previous round.
enum ValidationPlan {
    static let roundMilliseconds: UInt64 = 90_000_000
    /// The shortest time between two validations for one person.
    static let shortestPause: TimeInterval = 86_400
    /// How far back missed validations are made up for after an outage. Older ones wait for the next round.
    static let longestLag: TimeInterval = 3_600

    /// The identities whose time lies in one part of a round.
    struct Window: Equatable, Sendable {
        /// The identifier before the first one; `nil` at the start of a round.
        let after: IdentityID?
        let through: IdentityID
        /// The start of the round that the window belongs to.
        let roundBegan: Date
    }

    /// The windows from `start` up to, but not including, `end`, in order. They cover at most one round.
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

    /// When to validate an identity.
    ///
    /// An identity that was missed while no process ran is delayed by the time that it is overdue, so that those missed
    /// are not all validated at once.
    static func moment(of identity: IdentityID, in window: Window, at now: Date) -> Date {
        let moment = window.roundBegan.addingTimeInterval(Double(offset(of: identity)) / 1_000)
        return moment >= now ? moment : now.addingTimeInterval(min(longestLag, now.timeIntervalSince(moment)))
    }

    /// Which of a person's grants to validate at `moment`; `nil` if Apple was asked about one within the day before, or if
    /// all of them were obtained since.
    ///
    /// A person may have consented to several groups of apps, so the token that was obtained today in one of them says
    /// nothing about the token of another.
    ///
    /// A time far in the future was recorded by a wrong clock and is ignored.
    static func choose(among grants: [AppleGrant], at moment: Date) -> AppleGrant? {
        func isDue(_ latest: Date) -> Bool {
            latest > moment.addingTimeInterval(2 * longestLag) || moment.timeIntervalSince(latest) >= shortestPause
        }
        guard grants.compactMap(\.checkedAt).allSatisfy(isDue) else { return nil }
        let held = grants.filter { $0.sealedRefreshToken != nil && isDue($0.obtainedAt) }
        return held.min { ($0.checkedAt ?? .distantPast, $0.clientID) < ($1.checkedAt ?? .distantPast, $1.clientID) }
    }

    /// Whether a grant may be validated outside the plan, because a device reports that the credential was revoked.
    /// Allowed once an hour.
    static func mayAskAtOnce(_ grant: AppleGrant, at now: Date) -> Bool {
        guard let checkedAt = grant.checkedAt, checkedAt <= now else { return true }
        return now.timeIntervalSince(checkedAt) >= 3_600
    }

    /// The identity's time as milliseconds from the start of the round.
    private static func offset(of identity: IdentityID) -> UInt64 {
        identity.leadingBits.multipliedFullWidth(by: roundMilliseconds).high
    }

    /// The last identifier whose time is before `offset`; `nil` if there is none, and at the end of the round.
    private static func before(offset: UInt64) -> IdentityID? {
        guard offset > 0, offset < roundMilliseconds else { return nil }
        // One less than the first number n with n * round / 2^64 >= offset.
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
