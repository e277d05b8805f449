internal import AccountStorageSQL
internal import CLibPQ

/// What a statement answered, in binary form. Belongs to the thread of its connection.
final class PostgreSQLRows: SQLColumns {
    private let result: OpaquePointer
    private var row: Int32 = -1

    /// Takes the result over and gives it back to libpq when nobody needs it any more.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement inserted, changed, removed or found.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Steps to the next row; `nil` after the last.
    func next() -> SQLRow? {
        row += 1
        return row < PQntuples(result) ? SQLRow(self) : nil
    }

    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, Int32(column)) == 0, let start = PQgetvalue(result, row, Int32(column)) else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, Int32(column))))
    }

    func integer(_ column: Int) -> Int64? {
        guard let bytes = bytes(column), let first = bytes.first, bytes.count <= 8 else { return nil }
        // One byte is a truth value; wider columns carry their sign in the first bit.
        let start: Int64 = bytes.count > 1 && first >= 0x80 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }
}
