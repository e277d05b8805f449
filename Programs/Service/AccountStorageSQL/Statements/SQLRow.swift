internal import AccountStorage
internal import Foundation

/// The columns of an engine's current row, numbered from 0.
package protocol SQLColumns: AnyObject {
    /// An integer of any width, or a Boolean as 0 or 1; `nil` for NULL.
    func integer(_ column: Int) -> Int64?
    /// The bytes of a text or of bytes, valid until the next row is read; `nil` for NULL.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer?
}

/// One row, whose columns are read one after another. A value that this program cannot have written is `corrupt`.
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

    /// Skips a column.
    mutating func skip() { _ = advance() }

    /// Reads the columns of a joined row; `nil` if the join found none, so that its key is NULL. The next column is the one
    /// after them.
    mutating func joined<Value>(
        _ width: Int, read: (inout SQLRow) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value? {
        let end = next + width
        defer { next = end }
        guard columns.bytes(next) != nil else { return nil }
        return try read(&self)
    }

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

    /// Reads an identifier; `corrupt` if it does not have sixteen bytes.
    mutating func optionalIdentifier<Owner>() throws(StorageFailure) -> Identifier<Owner>? {
        guard let bytes = columns.bytes(advance()) else { return nil }
        return try present(Identifier(copying: bytes))
    }

    mutating func identifier<Owner>() throws(StorageFailure) -> Identifier<Owner> { try present(optionalIdentifier()) }

    /// Reads the case whose index in `codes` is stored.
    mutating func optionalCode<Code>(among codes: [Code]) throws(StorageFailure) -> Code? {
        guard let code = optionalInteger() else { return nil }
        guard codes.indices.contains(Int(code)) else { throw .corrupt }
        return codes[Int(code)]
    }

    mutating func code<Code>(among codes: [Code]) throws(StorageFailure) -> Code {
        try present(optionalCode(among: codes))
    }

    /// Reads the case whose raw value is stored.
    mutating func optionalCode<Code: RawRepresentable<Int>>() throws(StorageFailure) -> Code? {
        guard let code = optionalInteger() else { return nil }
        return try present(Int(exactly: code).flatMap(Code.init(rawValue:)))
    }
}
