/// How often something happened on each day. Rows are kept for years, and are about no person.
public protocol DailyCountRecords {
    /// Adds to the count of each key. A key without a row begins at zero.
    func addToDailyCounts(_ counts: [DailyCount]) throws(StorageFailure)
    /// Records a count in place of the one that its key has.
    func recordDailyCount(_ count: DailyCount) throws(StorageFailure)
    /// Finds the counts from the day `first` to the day `last`, both included, in the order of their keys.
    func findDailyCounts(from first: Int, through last: Int) throws(StorageFailure) -> [DailyCount]
    /// Removes at most `limit` counts of days before `day`, in the order of their keys, and returns how many.
    func removeDailyCounts(before day: Int, limit: Int) throws(StorageFailure) -> Int
}
