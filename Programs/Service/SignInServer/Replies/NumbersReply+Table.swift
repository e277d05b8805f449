package import SignInAPI
package import SignInFlows

extension NumbersReply {
    /// The answer as a message, for routes and commands.
    package init(_ table: NumbersTable) {
        let question = table.question
        self.init(
            from: question.days.lowerBound.text, to: question.days.upperBound.text,
            by: question.columns.map(\.rawValue), each: question.period.rawValue, countedUntil: table.countedUntil,
            hiddenBelow: table.hiddenBelow, rows: table.rows.map { Row($0, question.columns) })
    }
}

extension NumbersReply.Row {
    fileprivate init(_ row: NumbersTable.Row, _ columns: [NumbersQuestion.Column]) {
        func value(_ column: NumbersQuestion.Column) -> String? {
            columns.firstIndex(of: column).flatMap { row.values[$0] }
        }
        self.init(
            start: row.start.text, measure: row.measure.rawValue, provider: value(.provider), client: value(.client),
            platform: value(.platform), detail: value(.detail), count: row.count,
            // Four digits are more than a reader needs, and stay the same on every machine.
            share: row.share.map { ($0 * 10_000).rounded() / 10_000 })
    }
}
