/// A time as header fields have it (RFC 5322 section 3.3), in UTC.
enum MailDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970, not negative.
    static func text(_ seconds: Int) -> String {
        let seconds = max(0, seconds)
        let day = seconds / 86_400
        let date = civil(day)
        let time = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits).joined(separator: ":")
        return "\(days[day % 7]), \(twoDigits(date.day)) \(months[date.month - 1]) \(date.year) \(time) +0000"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The date of a day in the Gregorian calendar. Years that begin in March have their leap day at the end.
    private static func civil(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSince1970 + 719_468
        let (era, ofEra) = (days / 146_097, days % 146_097)
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let march = (5 * ofYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (era * 400 + year + (month <= 2 ? 1 : 0), month, ofYear - (153 * march + 2) / 5 + 1)
    }
}
