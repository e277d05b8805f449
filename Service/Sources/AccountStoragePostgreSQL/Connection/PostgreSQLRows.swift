internal import AccountStorage
internal import CLibPQ
internal import Foundation

/// What a statement answered, in binary form. Belongs to the thread of its connection.
final class PostgreSQLRows {
    private let result: OpaquePointer

    /// Takes the result over and gives it back to libpq when nobody needs it any more.
    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit {
        PQclear(result)
    }

    var count: Int { Int(PQntuples(result)) }

    /// How many rows the statement inserted, changed, removed or found.
    var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    subscript(number: Int) -> PostgreSQLRow { PostgreSQLRow(rows: self, number: Int32(number)) }

    fileprivate func bytes(_ row: Int32, _ column: Int) -> [UInt8]? {
        guard PQgetisnull(result, row, Int32(column)) == 0, let start = PQgetvalue(result, row, Int32(column)) else {
            return nil
        }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, Int32(column)))))
    }
}

/// One row; columns are counted from 0.
struct PostgreSQLRow {
    fileprivate let rows: PostgreSQLRows
    fileprivate let number: Int32

    func optionalBytes(_ column: Int) -> [UInt8]? {
        rows.bytes(number, column)
    }

    /// The server checks that its texts are UTF-8.
    func optionalText(_ column: Int) -> String? {
        optionalBytes(column).map { String(decoding: $0, as: UTF8.self) }
    }

    func text(_ column: Int) throws(StorageFailure) -> String {
        guard let text = optionalText(column) else { throw .corrupt }
        return text
    }

    /// An integer of whatever width, or a truth value as 0 or 1.
    func optionalInteger(_ column: Int) -> Int64? {
        guard let bytes = optionalBytes(column), let first = bytes.first, bytes.count <= 8 else { return nil }
        // One byte is a truth value; wider columns carry their sign in the first bit.
        let start: Int64 = bytes.count > 1 && first >= 0x80 ? -1 : 0
        return bytes.reduce(start) { $0 << 8 | Int64($1) }
    }

    func integer(_ column: Int) throws(StorageFailure) -> Int64 {
        guard let integer = optionalInteger(column) else { throw .corrupt }
        return integer
    }

    /// The identifier in a column; anything but sixteen bytes was not written by us.
    func identifier<Owner>(_ column: Int) throws(StorageFailure) -> Identifier<Owner> {
        guard let identifier = optionalBytes(column).flatMap(Identifier<Owner>.init(bytes:)) else { throw .corrupt }
        return identifier
    }

    func optionalIdentifier<Owner>(_ column: Int) throws(StorageFailure) -> Identifier<Owner>? {
        optionalBytes(column) == nil ? nil : try identifier(column)
    }

    func time(_ column: Int) throws(StorageFailure) -> Date {
        Date(millisecondsSince1970: try integer(column))
    }

    func optionalTime(_ column: Int) -> Date? {
        optionalInteger(column).map { Date(millisecondsSince1970: $0) }
    }

    /// The case whose place in `codes` the column holds.
    func choice<Choice>(_ column: Int, among codes: [Choice]) throws(StorageFailure) -> Choice {
        let code = try integer(column)
        guard codes.indices.contains(Int(code)) else { throw .corrupt }
        return codes[Int(code)]
    }

    /// The case whose place in `codes` the column holds; `nil` where the column holds nothing.
    func optionalChoice<Choice>(_ column: Int, among codes: [Choice]) throws(StorageFailure) -> Choice? {
        optionalInteger(column) == nil ? nil : try choice(column, among: codes)
    }

    /// The case whose raw value the column holds; a number that names none was not written by us.
    func optionalChoice<Choice: RawRepresentable<Int>>(_ column: Int) throws(StorageFailure) -> Choice? {
        guard let code = optionalInteger(column) else { return nil }
        guard let choice = Int(exactly: code).flatMap(Choice.init(rawValue:)) else { throw .corrupt }
        return choice
    }
}
