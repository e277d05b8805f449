import Foundation
import SignInAPI
import SignInFlows

/// Formats the daily numbers for people and for spreadsheets.
enum NumbersText {
    /// Every measure and what it counts.
    static var measures: String {
        DailyMeasure.allCases.map { "  \($0.rawValue): \(words(for: $0))." }.joined(separator: "\n")
    }

    private static func words(for measure: DailyMeasure) -> String {
        switch measure {
        case .registration: "new accounts that people can use"
        case .signIn: "sign-ins; detail: new or known"
        case .clientSignIn: "sessions of OpenID clients"
        case .refusal: "refused sign-ins of proven people; detail: the code"
        case .departure: "deleted accounts; detail: who deleted them"
        case .withdrawal: "people who stopped using the app at Apple; detail: what changed here"
        case .link: "linked Apple Accounts; detail: who vouched"
        case .unlink: "Apple Accounts that people unlinked"
        case .merge: "pairs of accounts that became one"
        case .question: "people who were asked a question at a sign-in; detail: why"
        case .review: "new people whom Apple was not sure of; detail: mark, ask, hold, accepted, rejected"
        case .passwordReset: "passwords that were reset"
        case .upgrade: "passwords that people replaced with Sign in with Apple"
        case .otherTeam: "calls to Apple that needed the other team's key; detail: the transfer"
        }
    }

    private static func title(_ measure: DailyMeasure) -> String {
        switch measure {
        case .registration: "Registrations"
        case .signIn: "Sign-ins"
        case .clientSignIn: "Sessions of OpenID clients"
        case .refusal: "Refused sign-ins"
        case .departure: "Deleted accounts"
        case .withdrawal: "People who left at Apple"
        case .link: "Linked Apple Accounts"
        case .unlink: "Unlinked Apple Accounts"
        case .merge: "Merged accounts"
        case .question: "Questions before a sign-in"
        case .review: "Reviewed people"
        case .passwordReset: "Reset passwords"
        case .upgrade: "Passwords replaced with Sign in with Apple"
        case .otherTeam: "Calls that needed the other team's key"
        }
    }

    /// A table for each measure. The period stands at its first row only.
    static func page(_ table: NumbersTable) -> String {
        let question = table.question
        let days = "\(question.days.lowerBound.text) to \(question.days.upperBound.text) (UTC)"
        let parts = question.measures.map { measure in
            let rows = table.rows.filter { $0.measure == measure }
            let heading = "\(title(measure)), \(days)"
            return ([heading] + (rows.isEmpty ? ["  none"] : lines(of: rows, in: table))).joined(separator: "\n")
        }
        return parts.joined(separator: "\n\n")
    }

    private static func lines(of rows: [NumbersTable.Row], in table: NumbersTable) -> [String] {
        let question = table.question
        let hasShares = !question.columns.isEmpty
        var names = [question.period.rawValue]
        names += question.columns.map(\.rawValue)
        names += hasShares ? ["count", "share"] : ["count"]
        var cells = [names]
        var before: CalendarDay?
        for row in rows {
            var line = [row.start == before ? "" : row.start.text]
            before = row.start
            line += row.values.map { VisibleJSON.visible($0 ?? "-") }
            line.append(count(row, table))
            if hasShares { line.append(row.share.map(percent) ?? "-") }
            cells.append(line)
        }
        let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        let numbers = question.columns.count + 1
        return cells.map { line in
            let aligned = line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                return column < numbers ? line[column] + space : space + line[column]
            }
            return "  " + aligned.joined(separator: "  ")
        }
    }

    /// One line for each row, after a line with the names of the columns (RFC 4180).
    static func csv(_ table: NumbersTable) -> String {
        var lines = [["start", "measure"] + table.question.columns.map(\.rawValue) + ["count", "share"]]
        for row in table.rows {
            var line = [row.start.text, row.measure.rawValue]
            line += row.values.map { $0 ?? "" }
            line.append(count(row, table))
            line.append(row.share.map { decimal($0, digits: 4) } ?? "")
            lines.append(line)
        }
        return lines.map { $0.map(field).joined(separator: ",") }.joined(separator: "\n")
    }

    /// What a reader has to know to read the numbers right.
    static func remarks(on table: NumbersTable, at now: Date) -> [String] {
        var remarks: [String] = []
        if let first = table.question.columns.first {
            remarks.append("share: of all rows that differ in \(first.rawValue) only")
        }
        if table.rows.contains(where: { $0.count == nil }) {
            remarks.append("numbers below \(table.hiddenBelow) are hidden (numbers.hide_below)")
        }
        let isBehind = now.timeIntervalSince(table.countedUntil) > 60
        remarks.append(
            "counted until \(Timestamp.text(of: table.countedUntil))"
                + (isBehind ? "; the service is still counting the audit since then" : ""))
        return remarks
    }

    private static func count(_ row: NumbersTable.Row, _ table: NumbersTable) -> String {
        row.count.map(String.init) ?? "<\(table.hiddenBelow)"
    }

    private static func percent(_ share: Double) -> String { decimal(share * 100, digits: 1) + " %" }

    /// With a point, whatever the locale is.
    private static func decimal(_ value: Double, digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let whole = Int((value * Double(scale)).rounded())
        let rest = String(whole % scale)
        return "\(whole / scale)." + String(repeating: "0", count: digits - rest.count) + rest
    }

    private static func field(_ text: String) -> String {
        guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
