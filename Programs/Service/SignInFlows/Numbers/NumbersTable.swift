package import Foundation

/// The answer to a question about the numbers: counts by period, measure and columns, with their shares.
package struct NumbersTable: Sendable, Equatable {
    /// One count.
    package struct Row: Sendable, Equatable {
        /// The first day of the period.
        package let start: CalendarDay
        package let measure: DailyMeasure
        /// The values of the columns; `nil` where none is meant.
        package let values: [String?]
        /// How often it happened; `nil` if that is hidden.
        package let count: Int?
        /// The part that the count has of all rows that differ in the first column only, from 0 to 1; `nil` without a column,
        /// and where one of these counts is hidden, because it could be calculated.
        package let share: Double?
    }

    package let question: NumbersQuestion
    /// The rows by period, then by measure in the order of the question. Those that a share compares stand together, from
    /// the largest count to the smallest.
    package let rows: [Row]
    /// Up to when everything is counted.
    package let countedUntil: Date
    /// Counts that are less than this are hidden.
    package let hiddenBelow: Int

    package init(_ sums: NumbersSums, countedUntil: Date, hidingBelow smallest: Int) {
        question = sums.question
        self.countedUntil = countedUntil
        hiddenBelow = smallest
        let measures = sums.question.measures
        let peers = Dictionary(grouping: sums.sums) { $0.key.peers }.mapValues { $0.map(\.value) }
        rows = sums.sums.sorted { Self.inOrder($0, $1, measures) }.map { key, count in
            let compared = peers[key.peers] ?? []
            let isKnown = !key.values.isEmpty && compared.allSatisfy { $0 >= smallest }
            return Row(
                start: key.start, measure: key.measure, values: key.values, count: count < smallest ? nil : count,
                share: isKnown ? Double(count) / Double(compared.reduce(0, +)) : nil)
        }
    }

    private typealias Sum = (key: NumbersSums.Key, value: Int)

    private static func inOrder(_ left: Sum, _ right: Sum, _ measures: [DailyMeasure]) -> Bool {
        guard left.key.start == right.key.start else { return left.key.start < right.key.start }
        let places = [left, right].map { measures.firstIndex(of: $0.key.measure) ?? 0 }
        guard places[0] == places[1] else { return places[0] < places[1] }
        let peers = [left, right].map { $0.key.peers.values.map { $0 ?? "" } }
        guard peers[0] == peers[1] else { return peers[0].lexicographicallyPrecedes(peers[1]) }
        guard left.value == right.value else { return left.value > right.value }
        let compared = [left, right].map { $0.key.values.first.flatMap { $0 } ?? "" }
        return compared[0] < compared[1]
    }
}
