package import AccountStorage

/// Adds daily counts up as a question asks.
package struct NumbersSums: Sendable {
    /// What is told apart.
    struct Key: Hashable, Sendable {
        /// The first day of the period.
        let start: CalendarDay
        let measure: DailyMeasure
        /// The values of the question's columns.
        let values: [String?]

        /// The same for all keys that differ in the first column only.
        var peers: Key { Key(start: start, measure: measure, values: Array(values.dropFirst())) }
    }

    let question: NumbersQuestion
    private(set) var sums: [Key: Int] = [:]

    package init(_ question: NumbersQuestion) {
        self.question = question
    }

    /// Adds what the question asks for. A count of zero is a correction, and shows nothing.
    package mutating func add(_ counts: [DailyCount]) {
        for count in counts where count.count > 0 {
            let day = CalendarDay(number: count.key.day)
            guard let measure = DailyMeasure(rawValue: count.key.measure), question.measures.contains(measure),
                question.days.contains(day)
            else { continue }
            let key = Key(
                start: question.start(of: day), measure: measure,
                values: question.columns.map { count.key.value(of: $0) })
            sums[key, default: 0] += count.count
        }
    }
}

extension DailyCount.Key {
    fileprivate func value(of column: NumbersQuestion.Column) -> String? {
        switch column {
        case .provider: provider
        case .client: client
        case .platform: platform?.rawValue
        case .detail: detail
        }
    }
}
