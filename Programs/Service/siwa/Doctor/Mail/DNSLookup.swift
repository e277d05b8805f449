import CResolver
import HTTPServing

/// Asks DNS for records: none if the name has no such record, and `nil` if nobody answered.
typealias DNSLookup = @Sendable (_ name: String, _ kind: DNSRecordKind) -> [String]?

enum SystemResolver {
    /// The longest message of DNS over TCP (RFC 1035 section 4.2.2).
    private static let longest = 65_535

    /// Asks a server, or, without one, as the machine is configured to ask.
    static func look(at server: ListenAddress?) -> DNSLookup {
        let (host, port) = (server?.bindHost, UInt16(clamping: server?.port ?? 0))
        return { name, kind in
            var answer = [UInt8](repeating: 0, count: longest)
            let length = resolver_query(name, kind.rawValue, host, port, &answer, Int32(longest))
            guard length >= 0 else { return nil }
            return length == 0 ? [] : DNSMessage(Array(answer.prefix(Int(length)))).records(kind)
        }
    }
}
