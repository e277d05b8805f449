import AccountStorage
import Foundation

/// Reads the daily numbers.
package struct DailyNumbers: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Up to how old lines of the audit are counted for an answer. Older ones that are not in the daily numbers yet are
    /// left to the background: after the first start with a large audit, there are too many.
    static let longestLag: TimeInterval = 3 * 3_600
    /// The clock of another process may be ahead.
    private static let ahead: TimeInterval = 3_600
    /// How many days are read at once, so that ten years need little memory.
    private static let page = 31

    /// Answers a question about numbers. Every line of the audit from before the answer's `countedUntil` is counted.
    package func answer(_ question: NumbersQuestion) async throws(SignInError) -> NumbersTable {
        let now = environment.instant
        let (sums, countedUntil) = try await environment.read { records in
            var sums = NumbersSums(question)
            try Self.addStored(to: &sums, in: records)
            let mark = try records.findMark(.counted) ?? .distantPast
            guard let uncounted = try records.findAuditTime(from: mark) else { return (sums, now) }
            guard now.timeIntervalSince(uncounted) < Self.longestLag else { return (sums, uncounted) }
            try Self.addAudit(from: uncounted, to: now + Self.ahead, to: &sums, in: records)
            return (sums, now)
        }
        return NumbersTable(
            sums, countedUntil: countedUntil, hidingBelow: environment.policy.numbers.hiddenBelow)
    }

    private static func addStored(
        to sums: inout NumbersSums, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let last = sums.question.days.upperBound.number
        for first in stride(from: sums.question.days.lowerBound.number, through: last, by: page) {
            sums.add(try records.findDailyCounts(from: first, through: min(last, first + page - 1)))
        }
    }

    /// Adds what the audit has in some hours, day by day.
    private static func addAudit(
        from start: Date, to end: Date, to sums: inout NumbersSums, in records: any AccountTransaction
    ) throws(StorageFailure) {
        var day = CalendarDay(of: start)
        while day.start < end {
            let lines = try records.countAudit(from: max(start, day.start), to: min(end, day.adding(1).start))
            sums.add(AuditNumbers.counts(of: lines, on: day))
            day = day.adding(1)
        }
    }
}
