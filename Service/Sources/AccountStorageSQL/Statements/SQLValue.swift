package import AccountStorage
package import Foundation

/// One parameter of a statement. The type is named even where there is no value, so that a statement is prepared the same
/// way every time.
package enum SQLValue: Sendable {
    case flag(Bool)
    /// A place in a list of codes.
    case code(Int?)
    case integer(Int64?)
    case text(String?)
    case bytes([UInt8]?)
    /// The sixteen bytes of an identifier as two numbers, most significant byte first.
    case identifier(UInt64, UInt64)

    package static func integer(_ integer: Int) -> Self { .integer(Int64(integer)) }
    package static func time(_ time: Date) -> Self { .integer(time.millisecondsSince1970) }
    package static func time(_ time: Date?) -> Self { .integer(time?.millisecondsSince1970) }
    /// At most so many rows; none for a number below zero.
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

    /// What every identifier after `identifier` is greater than; after none, no bytes at all.
    static func after<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        identifier.map { .identifier($0) } ?? .bytes([])
    }

    /// What every identifier before `identifier` is smaller than; before none, seventeen bytes of ones.
    static func before<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        identifier.map { .identifier($0) } ?? .bytes(Array(repeating: 255, count: 17))
    }
}
