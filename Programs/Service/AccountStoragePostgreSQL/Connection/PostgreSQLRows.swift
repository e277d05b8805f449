internal import AccountStorageSQL
internal import CLibPQ

/// The result of a statement, in binary format. Only the thread of its connection may use it.
final class PostgreSQLRows: SQLColumns {
    private let result: OpaquePointer
    private var row: Int32 = -1

    /// Takes ownership of the result, and clears it when this object is deallocated.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement inserted, updated, deleted or selected.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// Moves to the next row; `nil` after the last one.
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
        // One byte is a Boolean. In wider columns, the first bit is the sign.
        let start: Int64 = bytes.count > 1 && first >= 0x80 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }
}
