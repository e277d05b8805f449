internal import AccountStorage
internal import CLibPQ
internal import Foundation

/// One parameter of a statement, in the server's binary form: big-endian integers, everything else byte for byte.
///
/// The type is named even where there is no value, so that a statement is prepared the same way every time.
struct PostgreSQLValue {
    /// The number of the type in the server's catalogue (`pg_type.oid`), the same on every server.
    let type: Oid
    let bytes: [UInt8]?

    static func flag(_ flag: Bool) -> Self { Self(type: 16, bytes: [flag ? 1 : 0]) }
    static func bytes(_ bytes: [UInt8]?) -> Self { Self(type: 17, bytes: bytes) }
    static func integer(_ integer: Int64?) -> Self { Self(type: 20, bytes: integer.map(bigEndian)) }
    static func integer(_ integer: Int) -> Self { .integer(Int64(integer)) }
    static func text(_ text: String?) -> Self { Self(type: 25, bytes: text.map { Array($0.utf8) }) }

    /// A `smallint`: a place in one of the lists of codes.
    static func code(_ code: Int?) -> Self {
        Self(type: 21, bytes: code.map { bigEndian(Int16(truncatingIfNeeded: $0)) })
    }

    static func identifier<Owner>(_ identifier: Identifier<Owner>?) -> Self { .bytes(identifier?.bytes) }
    /// What every identifier before `identifier` is smaller than; before none, seventeen bytes of ones.
    static func upTo<Owner>(_ identifier: Identifier<Owner>?) -> Self {
        .bytes(identifier?.bytes ?? Array(repeating: 255, count: 17))
    }

    static func time(_ time: Date?) -> Self { .integer(time?.millisecondsSince1970) }

    private static func bigEndian<Integer: FixedWidthInteger>(_ integer: Integer) -> [UInt8] {
        withUnsafeBytes(of: integer.bigEndian) { Array($0) }
    }
}
