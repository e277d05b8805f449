internal import AccountStorage
internal import AccountStorageSQL
internal import GRDBSQLite
internal import Synchronization

/// Connections that only read, for callers that need not wait for the writer.
///
/// A read runs on its caller's thread: it takes less time than waking another one. It begins after everything it must see
/// was committed. In a write-ahead log a transaction sees all that was committed before it began
/// (https://www.sqlite.org/isolation.html). So everybody reads their own writes, and nobody finds an ended session alive.
final class ReadConnections: Sendable {
    /// A connection, with the statements that it has prepared.
    private final class Reader: @unchecked Sendable {
        // Only the caller who took it from the idle ones uses it, until it is put back.
        let connection: SQLiteConnection
        private var handle: OpaquePointer?

        init?(path: String) {
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
            // Statements that still live would keep it open (https://www.sqlite.org/c3ref/close.html).
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
    ///   - file: what stood at the path when the writer opened it.
    ///   - limit: how many callers may read at the same time.
    init(path: String, file: OpenedFile, limit: Int) {
        self.path = path
        self.file = file
        self.limit = limit
    }

    /// What the body read; nil where the writer has to serve it: every connection is in use, or the file cannot be read.
    ///
    /// Fails with `unavailable` where the file is no longer in its place: what stands there instead is somebody else's.
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

    /// Fails every later read, and closes the connections that nobody uses.
    func close() {
        let isOver = state.withLock { state in
            state.isClosed = true
            state.count -= state.idle.count
            state.idle = []
            return state.count == 0
        }
        if isOver { end.reach() }
    }

    /// Returns when every connection is closed: a read-only one that closes last would leave the log behind.
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
        // One whose transaction could not be ended is of no use any more.
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
