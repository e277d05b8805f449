internal import AccountStorageSQL
internal import GRDBSQLite

/// A statement that SQLite has prepared, and its current row.
final class PreparedStatement: SQLColumns {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Prepares it for its next use. The result code is ignored, because the last step already reported it.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Binds a value to the parameter with this number, starting with 1. SQLite copies texts and bytes, because the
    /// pointers are valid only during the call.
    func bind(_ value: SQLValue, at place: Int32) -> Int32 {
        switch value {
        case .flag(let flag): sqlite3_bind_int64(handle, place, flag ? 1 : 0)
        case .code(let code?): sqlite3_bind_int64(handle, place, Int64(code))
        case .integer(let integer?): sqlite3_bind_int64(handle, place, integer)
        case .text(var text?):
            text.withUTF8 { utf8 in
                utf8.withMemoryRebound(to: CChar.self) { characters in
                    sqlite3_bind_text(handle, place, characters.baseAddress, Int32(characters.count), copied)
                }
            }
        case .bytes(let bytes?): bytes.withUnsafeBytes { bind($0, at: place) }
        case .identifier(let high, let low):
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bind($0, at: place) }
        case .code(nil), .integer(nil), .text(nil), .bytes(nil): sqlite3_bind_null(handle, place)
        }
    }

    private func bind(_ bytes: UnsafeRawBufferPointer, at place: Int32) -> Int32 {
        // SQLite would bind NULL for a null pointer.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
        return sqlite3_bind_blob(handle, place, start, Int32(bytes.count), copied)
    }

    func integer(_ column: Int) -> Int64? {
        guard sqlite3_column_type(handle, Int32(column)) == SQLITE_INTEGER else { return nil }
        return sqlite3_column_int64(handle, Int32(column))
    }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard sqlite3_column_type(handle, Int32(column)) != SQLITE_NULL else { return nil }
        // SQLite requires this order: the pointer, then the count (https://www.sqlite.org/c3ref/column_blob.html). The
        // pointer to an empty blob is null.
        let start = sqlite3_column_blob(handle, Int32(column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    }
}

/// `SQLITE_TRANSIENT`, a C macro that Swift does not import. SQLite then copies the value.
private nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
