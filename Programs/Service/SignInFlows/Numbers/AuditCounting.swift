import AccountStorage
import Foundation

/// Adds the lines of the audit to the daily numbers, once each.
///
/// What is counted and up to when it is counted are stored together. So a line is not counted twice, whoever stops or
/// repeats what: of several processes that count the same lines, one stores the result.
package struct AuditCounting: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// How much of the time is counted at once. A day consists of whole ones, so the lines of one belong to one day.
    static let stretch: TimeInterval = 600
    /// How old lines have to be. A line is stored within seconds of the time in its identifier, and the clocks of two
    /// processes differ by seconds.
    static let settling: TimeInterval = 600

    /// The next lines to count: from `start` up to but not including `end`.
    private struct Stretch: Sendable {
        let countedBefore: Date?
        let start: Date
        let end: Date
    }

    /// Counts the next lines, and returns how often that was done: once, or not at all if there are none.
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        guard let next = try await next(at: now) else { return 0 }
        let lines = try await environment.read { records in try records.countAudit(from: next.start, to: next.end) }
        let counts = AuditNumbers.counts(of: lines, on: CalendarDay(of: next.start))
        return try await environment.write { records in
            // Another process was faster.
            guard try records.findMark(.counted) == next.countedBefore else { return 1 }
            try records.addToDailyCounts(counts)
            try records.advanceMark(.counted, to: next.end)
            return 1
        }
    }

    private func next(at now: Date) async throws(SignInError) -> Stretch? {
        let (mark, first) = try await environment.read { records in
            let mark = try records.findMark(.counted)
            return (mark, try records.findAuditTime(from: mark ?? .distantPast))
        }
        guard let first else { return nil }
        let start = Self.beginning(of: first)
        let end = start.addingTimeInterval(Self.stretch)
        guard end.addingTimeInterval(Self.settling) <= now else { return nil }
        return Stretch(countedBefore: mark, start: start, end: end)
    }

    private static func beginning(of moment: Date) -> Date {
        Date(timeIntervalSince1970: (moment.timeIntervalSince1970 / stretch).rounded(.down) * stretch)
    }
}
