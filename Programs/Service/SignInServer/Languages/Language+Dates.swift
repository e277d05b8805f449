import Foundation
import SignInAPI
import SignInFlows

extension Language {
    /// A time to the minute as this language writes it, in UTC.
    ///
    /// The pattern comes from the language file: Foundation's formatters need the data of ICU, which the static binary
    /// does not contain.
    func moment(_ date: Date) -> String {
        let text = Timestamp.text(of: date)
        let month = Int(text.dropFirst(5).prefix(2)) ?? 1
        let day = Int(text.dropFirst(8).prefix(2)) ?? 1
        return dates.moment.filled([
            "year": String(text.prefix(4)), "month": dates.months[month - 1], "day": String(day),
            "hour": String(text.dropFirst(11).prefix(2)), "minute": String(text.dropFirst(14).prefix(2)),
        ])
    }
}
