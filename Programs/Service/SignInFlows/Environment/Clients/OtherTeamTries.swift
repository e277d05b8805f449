import AccountStorage
import Foundation

/// How often Apple accepted a client only with the key of the other team of its transfer. It is one of the daily numbers,
/// because each process of the service sees a part of it only.
enum OtherTeamTries {
    /// Adds one, on the day of `now`.
    static func add(
        of client: RegisteredClient, in transfer: RegisteredTransfer, at now: Date, to records: any AccountTransaction
    ) throws(StorageFailure) {
        let key = DailyCount.Key(
            day: CalendarDay(of: now).number, measure: DailyMeasure.otherTeam.rawValue, client: client.name,
            detail: transfer.name)
        try records.addToDailyCounts([DailyCount(key, count: 1)])
    }

    /// Adds up the tries of a transfer since the day on which it was first recorded.
    ///
    /// - Parameter name: the configured name of the transfer.
    static func count(
        of transfer: AppTransfer, named name: String, through now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) -> Int {
        let days = (CalendarDay(of: transfer.createdAt).number, CalendarDay(of: transfer.closedAt ?? now).number)
        var sum = 0
        for first in stride(from: days.0, through: days.1, by: page) {
            let counts = try records.findDailyCounts(from: first, through: min(days.1, first + page - 1))
            for count in counts where count.key.measure == DailyMeasure.otherTeam.rawValue && count.key.detail == name {
                sum += count.count
            }
        }
        return sum
    }

    /// How many days are read at once.
    private static let page = 31
}
