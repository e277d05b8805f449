internal import AccountStorage
internal import Foundation
internal import GRDB

extension Identifier {
    /// The sixteen bytes as a column holds them.
    var stored: Data { withBytes { Data($0) } }
}

extension Date {
    /// The time as a column holds it.
    var stored: Int64 { millisecondsSince1970 }
}

extension Row {
    /// The identifier in a column; anything but sixteen bytes was not written by us.
    func identifier<Owner>(_ column: Int) throws(StorageFailure) -> Identifier<Owner> {
        let identifier = try? withUnsafeData(atIndex: column) { bytes in
            bytes.flatMap { $0.withUnsafeBytes { Identifier<Owner>(copying: $0) } }
        }
        guard let identifier else { throw .corrupt }
        return identifier
    }

    func text(_ column: Int) throws(StorageFailure) -> String {
        guard let text: String = self[column] else { throw .corrupt }
        return text
    }

    func optionalText(_ column: Int) -> String? {
        self[column]
    }

    func optionalBytes(_ column: Int) -> [UInt8]? {
        (self[column] as Data?).map(Array.init)
    }

    func integer(_ column: Int) throws(StorageFailure) -> Int64 {
        guard let integer: Int64 = self[column] else { throw .corrupt }
        return integer
    }

    func time(_ column: Int) throws(StorageFailure) -> Date {
        Date(millisecondsSince1970: try integer(column))
    }

    func optionalTime(_ column: Int) -> Date? {
        (self[column] as Int64?).map { Date(millisecondsSince1970: $0) }
    }

    func optionalInteger(_ column: Int) -> Int64? {
        self[column]
    }

    /// The case whose raw value the column holds; a number that names none was not written by us.
    func optionalChoice<Choice: RawRepresentable<Int>>(_ column: Int) throws(StorageFailure) -> Choice? {
        guard let code = optionalInteger(column) else { return nil }
        guard let choice = Int(exactly: code).flatMap(Choice.init(rawValue:)) else { throw .corrupt }
        return choice
    }

    /// The case whose place in `codes` the column holds; `nil` where the column holds nothing.
    func optionalChoice<Choice>(_ column: Int, among codes: [Choice]) throws(StorageFailure) -> Choice? {
        optionalInteger(column) == nil ? nil : try choice(column, among: codes)
    }

    func optionalIdentifier<Owner>(_ column: Int) throws(StorageFailure) -> Identifier<Owner>? {
        hasNull(atIndex: column) ? nil : try identifier(column)
    }

    /// The case whose place in `codes` the column holds.
    func choice<Choice>(_ column: Int, among codes: [Choice]) throws(StorageFailure) -> Choice {
        let code = try integer(column)
        guard codes.indices.contains(Int(code)) else { throw .corrupt }
        return codes[Int(code)]
    }
}
