internal import AccountStorage
internal import Foundation

/// The columns of the row at which an engine stands, counted from 0.
package protocol SQLColumns: AnyObject {
    /// An integer of whatever width, or a truth value as 0 or 1; `nil` for NULL.
    func integer(_ column: Int) -> Int64?
    /// Lends the bytes of a text or of bytes until the next row is read; `nil` for NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer?
}

/// One row, whose columns are read one after another. What we cannot have written is `corrupt`.
package struct SQLRow {
    private let columns: any SQLColumns
    private var next = 0

    package init(_ columns: any SQLColumns) {
        self.columns = columns
    }

    private mutating func advance() -> Int {
        defer { next += 1 }
        return next
    }

    private func present<Value>(_ value: Value?) throws(StorageFailure) -> Value {
        guard let value else { throw .corrupt }
        return value
    }

    /// Passes over a column that is not read.
    mutating func skip() { _ = advance() }

    package mutating func optionalInteger() -> Int64? { columns.integer(advance()) }
    mutating func integer() throws(StorageFailure) -> Int64 { try present(optionalInteger()) }
    mutating func count() throws(StorageFailure) -> Int { Int(try integer()) }
    mutating func flag() throws(StorageFailure) -> Bool { try integer() != 0 }

    mutating func optionalTime() -> Date? { optionalInteger().map { Date(millisecondsSince1970: $0) } }
    mutating func time() throws(StorageFailure) -> Date { try present(optionalTime()) }

    package mutating func optionalText() -> String? {
        columns.bytes(advance()).map { String(decoding: $0, as: UTF8.self) }
    }
    mutating func text() throws(StorageFailure) -> String { try present(optionalText()) }

    mutating func optionalBytes() -> [UInt8]? { columns.bytes(advance()).map { Array($0) } }
    mutating func bytes() throws(StorageFailure) -> [UInt8] { try present(optionalBytes()) }

    /// Anything but sixteen bytes was not written by us.
    mutating func optionalIdentifier<Owner>() throws(StorageFailure) -> Identifier<Owner>? {
        guard let bytes = columns.bytes(advance()) else { return nil }
        return try present(Identifier(copying: bytes))
    }

    mutating func identifier<Owner>() throws(StorageFailure) -> Identifier<Owner> { try present(optionalIdentifier()) }

    /// The case whose place in `codes` the column holds.
    mutating func optionalCode<Code>(among codes: [Code]) throws(StorageFailure) -> Code? {
        guard let code = optionalInteger() else { return nil }
        guard codes.indices.contains(Int(code)) else { throw .corrupt }
        return codes[Int(code)]
    }

    mutating func code<Code>(among codes: [Code]) throws(StorageFailure) -> Code {
        try present(optionalCode(among: codes))
    }

    /// The case whose raw value the column holds.
    mutating func optionalCode<Code: RawRepresentable<Int>>() throws(StorageFailure) -> Code? {
        guard let code = optionalInteger() else { return nil }
        return try present(Int(exactly: code).flatMap(Code.init(rawValue:)))
    }
}
