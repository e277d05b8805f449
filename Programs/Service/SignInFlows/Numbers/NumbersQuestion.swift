/// Which numbers are asked for, and how they are grouped.
package struct NumbersQuestion: Sendable, Equatable {
    /// By what counts are told apart.
    package enum Column: String, Sendable, CaseIterable {
        case provider, client, platform, detail
    }

    /// Over what time counts are added up.
    package enum Period: String, Sendable, CaseIterable {
        case day, week, month, whole
    }

    /// The days, both ends included.
    package let days: ClosedRange<CalendarDay>
    /// What is counted, in the order of the answer.
    package let measures: [DailyMeasure]
    /// By what counts are told apart. The first one is what the shares compare.
    package let columns: [Column]
    /// Over what time counts are added up.
    package let period: Period

    package init(
        days: ClosedRange<CalendarDay>, measures: [DailyMeasure] = Self.usualMeasures, columns: [Column] = [],
        period: Period = .day
    ) {
        self.days = days
        self.measures = measures
        self.columns = columns
        self.period = period
    }

    package static let usualMeasures: [DailyMeasure] = [.registration, .signIn]
    /// How many days an answer has unless the question says it.
    package static let usualDays = 30
    /// The most days of a question.
    static let mostDays = 36_600

    /// The first day of the period of a day.
    func start(of day: CalendarDay) -> CalendarDay {
        switch period {
        case .day: day
        case .week: day.monday
        case .month: day.firstOfMonth
        case .whole: days.lowerBound
        }
    }
}

/// A question as people and programs write it.
extension NumbersQuestion {
    /// The texts of a question; `nil` for what it does not say.
    package struct Words: Sendable, Equatable {
        package var from: String?
        package var to: String?
        package var measures: String?
        package var by: String?
        package var each: String?

        package init(
            from: String? = nil, to: String? = nil, measures: String? = nil, by: String? = nil, each: String? = nil
        ) {
            self.from = from
            self.to = to
            self.measures = measures
            self.by = by
            self.each = each
        }
    }

    /// Which word of a question is wrong.
    package enum Fault: String, Error, Sendable {
        case from, to, measures, by, each
    }

    /// Reads a question. Without other words, it is about the last thirty days. Lists have commas.
    package init(_ words: Words, today: CalendarDay) throws(Fault) {
        let last = try Self.read(words.to, else: today, .to) { CalendarDay(text: $0) }
        let first = try Self.read(words.from, else: last.adding(1 - Self.usualDays), .from) { CalendarDay(text: $0) }
        guard first <= last, last.number - first.number < Self.mostDays else { throw .from }
        self.init(
            days: first...last,
            measures: try Self.read(words.measures, else: Self.usualMeasures, .measures) { Self.list($0) },
            columns: try Self.read(words.by, else: [], .by) { Self.list($0) },
            period: try Self.read(words.each, else: .day, .each) { Period(rawValue: $0) })
    }

    private static func read<Value>(
        _ text: String?, else standard: Value, _ fault: Fault, _ read: (String) -> Value?
    ) throws(Fault) -> Value {
        guard let text else { return standard }
        guard let value = read(text) else { throw fault }
        return value
    }

    /// The values of a list, each once.
    private static func list<Value: RawRepresentable<String> & Equatable>(_ text: String) -> [Value]? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let values = words.compactMap { Value(rawValue: String($0)) }
        let isEachOnce = values.indices.allSatisfy { !values[..<$0].contains(values[$0]) }
        return isEachOnce && values.count == words.count ? values : nil
    }
}
