internal import CSQLiteMemory

/// The settings of SQLite itself, which all connections of the process share.
enum SQLiteLibrary {
    /// Stops counting the memory that SQLite uses, because the counter has a lock that is taken at each allocation.
    ///
    /// Only `sqlite3_memory_used`, `sqlite3_status` and the heap limits need the counter, and nothing here uses them.
    /// SQLite accepts the setting before it is first used and refuses it afterwards, without any effect. Every connection
    /// is opened after this call, and simultaneous callers wait for the first.
    static func prepare() {
        _ = isMemoryUncounted
    }

    private static let isMemoryUncounted = sqlite_stop_counting_memory() == 0
}
