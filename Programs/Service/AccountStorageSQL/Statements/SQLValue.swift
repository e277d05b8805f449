package import AccountStorage
package import Foundation

/// One parameter of a statement. It has a type even if it has no value, so that a statement is always prepared with the
/// same types.
package enum SQLValue: Sendable {
    case flag(Bool)
    /// An index in a list of codes.
    case code(Int?)
    case integer(Int64?)
    case text(String?)
    case bytes([UInt8]?)
    /// The sixteen bytes of an identifier as two big-endian numbers.
    case identifier(UInt64, UInt64)

    package static func integer(_ integer: Int) -> Self { .integer(Int64(integer)) }
    package static func time(_ time: Date) -> Self { .integer(time.millisecondsSince1970) }
    package static func time(_ time: Date?) -> Self { .integer(time?.millisecondsSince1970) }
    /// The value of a LIMIT clause. A negative number becomes 0, because SQLite would return all rows.
    static func limit(_ limit: Int) -> Self { .integer(max(0, limit)) }

    static func code<Code: Equatable>(_ code: Code, among codes: [Code]) -> Self {
        .code(codes.firstIndex(of: code))
    }

    package static func identifier<Owner>(_ identifier: Identifier<Owner>) -> Self {
        .identifier(identifier.high, identifier.low)
    }

    package static func identifier<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        identifier.map { .identifier($0) } ?? .bytes(nil)
    }

    /// A lower bound, exclusive: `identifier` itself, or no bytes for `nil`, because they precede every identifier.
    static func after<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        identifier.map { .identifier($0) } ?? .bytes([])
    }

    /// An upper bound, exclusive: `identifier` itself, or seventeen bytes of ones for `nil`, which follow all
    /// identifiers.
    static func before<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        identifier.map { .identifier($0) } ?? .bytes(Array(repeating: 255, count: 17))
    }
}
