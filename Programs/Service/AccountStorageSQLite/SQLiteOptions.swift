package import AccountStorageSQL

/// How a `SQLiteAccountDatabase` is opened and run.
package struct SQLiteOptions: Sendable {
    /// Whether a missing file is created. If not, opening fails, so that an empty database does not replace a lost one.
    package var createIfMissing = false
    /// Whether an older schema is migrated. If not, opening fails.
    package var migratesOnOpening = true
    /// How long to wait for another process's lock, in seconds. After that, all waiting callers get `unavailable`.
    package var busyTimeout: Double = 5
    /// How many transactions may wait. Further ones get `unavailable`.
    package var queueLimit = 1024
    /// How many callers may read at the same time on connections of their own. Further ones wait for the writer.
    package var readLimit = 16
    /// The maximum number of transactions that share one commit.
    package var batchLimit = 128

    /// The number of changed rows after which the log is copied into the file.
    package var changesBetweenCheckpoints = 1000
    /// The length of the log, in pages, above which it is restarted: 64 MiB.
    package var longestLog = 16_384
    /// How long, in seconds, the log may contain erased data. After the removal of an account, it is emptied at once.
    package var secondsBetweenEmptyLogs: Double = 60
    /// Simulates a full disk in tests: SQLite reports SQLITE_FULL at the same places. For a real full disk, a small
    /// file system would have to be mounted, which tests without privileges cannot do.
    package var maximumPageCount: Int?
    /// Whether a commit waits for the disk. Only tests set this to `false`, to prove that they would detect it.
    package var waitsForDisk = true
    /// The steps of the schema. Only tests append steps here, to open a database as a later version would.
    package var schemaSteps = Migration.all
    /// Called on the writer's thread after each successful COMMIT and before its answers are delivered, with the number
    /// of transactions in it.
    package var didCommit: (@Sendable (_ members: Int) -> Void)?

    /// The defaults: open an existing file and migrate it.
    package init() {}
}
