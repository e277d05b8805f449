/// How a `SQLiteAccountDatabase` is opened and run.
package struct SQLiteOptions: Sendable {
    /// Whether a missing file is made; otherwise it is refused, so that a lost database is not replaced by an empty one.
    package var createIfMissing = false
    /// Whether an older schema is brought up to date; otherwise it is refused.
    package var migratesOnOpening = true
    /// How long to wait for another process that holds the file, in seconds, before everyone waiting gets `unavailable`.
    package var busyTimeout: Double = 5
    /// How many transactions may wait; one more gets `unavailable`.
    package var queueLimit = 1024
    /// How many callers may read at the same time beside the writer; one more waits for the writer.
    package var readLimit = 16
    /// How many transactions share one commit at most.
    package var batchLimit = 128

    /// After how many changed rows the log is copied into the file.
    package var changesBetweenCheckpoints = 1000
    /// From how many pages of log on the log starts over: 64 MiB.
    package var longestLog = 16_384
    /// How long the log may hold what was erased in other ways than with an account, in seconds.
    package var secondsBetweenEmptyLogs: Double = 60
    /// Stands in for a full disk in tests: SQLite then reports SQLITE_FULL where a full disk would make it do so. A
    /// real one needs a small file system to be mounted, which tests without privileges cannot do.
    package var maximumPageCount: Int?
    /// Whether a commit waits for the disk. Only tests do without: to see that they would notice.
    package var waitsForDisk = true
    /// Called on the writer's thread after each COMMIT that worked, with the number of transactions in it; before the
    /// answers go out.
    package var didCommit: (@Sendable (_ members: Int) -> Void)?

    /// The defaults: an existing file, brought up to date.
    package init() {}
}
