internal import AccountStorage
internal import AccountStorageSQL
internal import GRDBSQLite
internal import Synchronization

/// Read-only connections, so that reads do not wait for the writer.
///
/// A read runs on the caller's thread, because that takes less time than waking another one. With a write-ahead log, a
/// transaction sees everything that was committed before it began (https://www.sqlite.org/isolation.html). So callers
/// read their own writes, and no caller finds an ended session alive.
final class ReadConnections: Sendable {
    /// A connection with its prepared statements.
    private final class Reader: @unchecked Sendable {
        // Sendable, because only the caller that took it from the idle ones uses it until it is put back.
        let connection: SQLiteConnection
        private var handle: OpaquePointer?

        init?(path: String) {
            SQLiteLibrary.prepare()
            var opened: OpaquePointer?
            let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
            guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
                sqlite3_close_v2(opened)
                return nil
            }
            handle = opened
            connection = SQLiteConnection(opened)
        }

        deinit { close() }

        func close() {
            guard let open = handle else { return }
            handle = nil
            // Statements that are not finalised would keep it open (https://www.sqlite.org/c3ref/close.html).
            connection.forgetStatements()
            sqlite3_close_v2(open)
        }
    }

    private struct State {
        var idle: [Reader] = []
        var count = 0
        var isClosed = false
    }

    private let path: String
    private let file: OpenedFile
    private let limit: Int
    private let state = Mutex(State())
    private let end = ThreadEnd()

    /// - Parameters:
    ///   - file: the file that was at the path when the writer opened it.
    ///   - limit: how many callers may read at the same time.
    init(path: String, file: OpenedFile, limit: Int) {
        self.path = path
        self.file = file
        self.limit = limit
    }

    /// Returns what the body read; `nil` if the writer has to run it, because all connections are in use or the file
    /// cannot be read.
    ///
    /// Throws `unavailable` if the file is no longer at its path, because another file there is not the writer's.
    func read<Value>(
        _ body: (any AccountTransaction) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value? {
        guard let reader = try take() else { return nil }
        defer { putBack(reader) }
        do {
            _ = try reader.connection.run(.beginReading)
        } catch {
            return nil
        }
        let transaction = SQLiteTransaction(reader.connection, reads: true, erasing: {})
        defer {
            transaction.end()
            _ = try? reader.connection.run(.endReading)
        }
        do throws(StorageFailure) {
            let value = try body(transaction)
            if let failure = transaction.failure { throw failure }
            guard file.isInPlace else { throw .unavailable }
            return value
        } catch {
            if transaction.failure == .unavailable { return nil }
            throw error
        }
    }

    /// Makes every later read fail, and closes the idle connections.
    func close() {
        let isOver = state.withLock { state in
            state.isClosed = true
            state.count -= state.idle.count
            state.idle = []
            return state.count == 0
        }
        if isOver { end.reach() }
    }

    /// Returns when every connection is closed. If a read-only one were closed last, the log would not be removed.
    func waitForEnd() async {
        await end.wait()
    }

    private func take() throws(StorageFailure) -> Reader? {
        let (reader, mayOpen, isClosed) = state.withLock { state -> (Reader?, Bool, Bool) in
            if state.isClosed { return (nil, false, true) }
            if let reader = state.idle.popLast() { return (reader, false, false) }
            guard state.count < limit, file.isInPlace else { return (nil, false, false) }
            state.count += 1
            return (nil, true, false)
        }
        if isClosed { throw .unavailable }
        if let reader { return reader }
        guard mayOpen else { return nil }
        if let reader = Reader(path: path) { return reader }
        forget()
        return nil
    }

    private func putBack(_ reader: Reader) {
        // A connection whose transaction could not be ended cannot be used again.
        let isKept = state.withLock { state in
            guard !state.isClosed, !reader.connection.isInTransaction else { return false }
            state.idle.append(reader)
            return true
        }
        if !isKept {
            reader.close()
            forget()
        }
    }

    private func forget() {
        let isOver = state.withLock { state in
            state.count -= 1
            return state.isClosed && state.count == 0
        }
        if isOver { end.reach() }
    }
}

extension SQLStatement {
    fileprivate static let beginReading = SQLStatement("BEGIN")
    fileprivate static let endReading = SQLStatement("ROLLBACK")
}
