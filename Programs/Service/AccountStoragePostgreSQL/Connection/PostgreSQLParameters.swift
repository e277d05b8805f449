internal import AccountStorageSQL
internal import CLibPQ

/// The parameters of one statement in PostgreSQL's binary format: integers are big-endian, other bytes are unchanged.
struct PostgreSQLParameters {
    /// The object identifiers of the types (`pg_type.oid`). Those of built-in types are the same on every server.
    private(set) var types: [Oid] = []
    private var lengths: [Int32] = []
    /// The offset of each value in `bytes`; `nil` for NULL.
    private var places: [Int?] = []
    /// All values, each followed by a zero byte, so that even an empty value at the end has a valid address.
    private var bytes: [UInt8] = []

    init(_ values: [SQLValue]) {
        for value in values {
            switch value {
            case .flag(let flag): append(16, [flag ? 1 : 0])
            case .bytes(let bytes): append(17, bytes)
            case .identifier(let high, let low): withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { append(17, $0) }
            case .integer(let integer): append(20, integer)
            case .code(let code): append(21, code.map { Int16(truncatingIfNeeded: $0) })
            case .text(let text): append(25, text?.utf8)
            }
        }
    }

    private mutating func append(_ type: Oid, _ integer: (some FixedWidthInteger)?) {
        guard let integer else { return append(type, nil as [UInt8]?) }
        withUnsafeBytes(of: integer.bigEndian) { append(type, $0) }
    }

    private mutating func append(_ type: Oid, _ value: (some Collection<UInt8>)?) {
        types.append(type)
        lengths.append(Int32(value?.count ?? 0))
        places.append(value == nil ? nil : bytes.count)
        if let value { bytes += value }
        bytes.append(0)
    }

    /// Runs the prepared statement with this name.
    func execute(_ name: String, on connection: OpaquePointer) -> OpaquePointer? {
        withValues { PQexecPrepared(connection, name, Int32(places.count), $0, lengths, $1, 1) }
    }

    /// Sends it without waiting for the result.
    func send(_ name: String, on connection: OpaquePointer) -> Bool {
        withValues { PQsendQueryPrepared(connection, name, Int32(places.count), $0, lengths, $1, 1) } == 1
    }

    private func withValues<Answer>(_ body: ([UnsafePointer<CChar>?], [Int32]) -> Answer) -> Answer {
        bytes.withUnsafeBytes { all in
            let start = all.assumingMemoryBound(to: CChar.self).baseAddress
            return body(
                places.map { place in place.flatMap { start?.advanced(by: $0) } },
                [Int32](repeating: 1, count: places.count))
        }
    }
}
