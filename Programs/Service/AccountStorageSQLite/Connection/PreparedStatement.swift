internal import AccountStorageSQL
internal import GRDBSQLite

/// A statement that SQLite has prepared, and its current row.
///
/// SQLite does not copy bound texts and bytes (`SQLITE_STATIC`), which would take an allocation for each: it reads them
/// from memory that belongs to this object, is written only before the statement's first step, and is freed after the
/// statement (https://www.sqlite.org/c3ref/bind_blob.html).
final class PreparedStatement: SQLColumns {
    let handle: OpaquePointer
    private var bound: UnsafeMutableRawBufferPointer
    /// Memory for larger values is freed after the statement's use.
    private static let kept = 4096

    init(_ handle: OpaquePointer) {
        self.handle = handle
        // Not empty, because SQLite would take a text at a null pointer for NULL.
        bound = .allocate(byteCount: 256, alignment: 1)
    }

    deinit {
        sqlite3_finalize(handle)
        bound.deallocate()
    }

    /// Prepares it for its next use. The result code is ignored, because the last step already reported it.
    func reset() {
        sqlite3_reset(handle)
        if bound.count > Self.kept { replaceBound(by: Self.kept) }
    }

    /// Binds all values in order, before the first step.
    func bind(_ values: [SQLValue]) -> Int32 {
        // SQLite still reads the memory of a statement that has more rows.
        guard sqlite3_stmt_busy(handle) == 0 else { return SQLITE_MISUSE }
        let length = values.reduce(0) { $0 + $1.boundLength }
        if length > bound.count { replaceBound(by: length) }
        var end = 0
        for (place, value) in values.enumerated() {
            let code = bind(value, at: Int32(place + 1), from: &end)
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }

    /// Replaces the memory. SQLite forgets the values in it before.
    private func replaceBound(by length: Int) {
        sqlite3_clear_bindings(handle)
        bound.deallocate()
        bound = .allocate(byteCount: length, alignment: 1)
    }

    /// - Parameter end: the end of the bytes that are bound already.
    private func bind(_ value: SQLValue, at place: Int32, from end: inout Int) -> Int32 {
        switch value {
        case .flag(let flag): return sqlite3_bind_int64(handle, place, flag ? 1 : 0)
        case .code(let code?): return sqlite3_bind_int64(handle, place, Int64(code))
        case .integer(let integer?): return sqlite3_bind_int64(handle, place, integer)
        case .text(var text?):
            let copy = text.withUTF8 { copied(UnsafeRawBufferPointer($0), from: &end) }
            let start = copy.baseAddress?.assumingMemoryBound(to: CChar.self)
            return sqlite3_bind_text(handle, place, start, Int32(copy.count), nil)
        case .bytes(let bytes?):
            return bind(bytes.withUnsafeBytes { copied($0, from: &end) }, at: place)
        case .identifier(let high, let low):
            return bind(withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { copied($0, from: &end) }, at: place)
        case .code(nil), .integer(nil), .text(nil), .bytes(nil): return sqlite3_bind_null(handle, place)
        }
    }

    /// The value's bytes in this object's memory, which has room for them.
    private func copied(_ bytes: UnsafeRawBufferPointer, from end: inout Int) -> UnsafeRawBufferPointer {
        let copy = UnsafeMutableRawBufferPointer(rebasing: bound[end..<(end + bytes.count)])
        copy.copyMemory(from: bytes)
        end += bytes.count
        return UnsafeRawBufferPointer(copy)
    }

    /// Without a destructor, which is `SQLITE_STATIC`: SQLite neither copies nor frees the bytes.
    private func bind(_ bytes: UnsafeRawBufferPointer, at place: Int32) -> Int32 {
        // SQLite would bind NULL for a null pointer.
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, place, 0) }
        return sqlite3_bind_blob(handle, place, start, Int32(bytes.count), nil)
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

extension SQLValue {
    /// How many bytes it takes in the memory that SQLite reads.
    fileprivate var boundLength: Int {
        switch self {
        case .text(let text): text?.utf8.count ?? 0
        case .bytes(let bytes): bytes?.count ?? 0
        case .identifier: 16
        case .flag, .code, .integer: 0
        }
    }
}
