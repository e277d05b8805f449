import URIEncoding

/// The parameters of a query or an `application/x-www-form-urlencoded` body, in order, repetitions included.
package struct FormFields: Sendable {
    /// The decoded names and values, in the order received.
    package let pairs: [(name: String, value: String)]

    /// Wraps fields that were decoded elsewhere.
    package init(_ pairs: [(name: String, value: String)]) { self.pairs = pairs }

    /// Decodes a query or a body; `nil` if a percent escape or the UTF-8 it encodes is invalid.
    package init?(decoding text: some Sequence<UInt8>) {
        guard let pairs = Array(text).withUnsafeBufferPointer({ Self.decode($0) }) else { return nil }
        self.pairs = pairs
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        var start = 0
        while start < text.count {
            let end = position(of: UInt8(ascii: "&"), in: text, start..<text.count)
            if start < end {
                let equals = position(of: UInt8(ascii: "="), in: text, start..<end)
                guard let name = decode(text, start..<equals), let value = decode(text, min(equals + 1, end)..<end)
                else {
                    return nil
                }
                pairs.append((name, value))
            }
            start = end + 1
        }
        return pairs
    }

    /// Where an octet stands first in a part of a text; the end of the part if nowhere.
    private static func position(of octet: UInt8, in text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> Int {
        for position in part where text[position] == octet { return position }
        return part.upperBound
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>, _ part: Range<Int>) -> String? {
        PercentEncoding.decodeFormText(UnsafeBufferPointer(rebasing: text[part]))
    }

    /// The first value of a name.
    package subscript(_ name: String) -> String? {
        for index in pairs.indices where pairs[index].name == name { return pairs[index].value }
        return nil
    }

    /// The value of a parameter; an empty value counts as absent.
    package func filled(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// The names, in order.
    package var names: [String] { pairs.map(\.name) }

    /// The most names that are compared with one another. More of them are kept in a set.
    private static let fewNames = 16

    /// The first name that occurs more than once.
    package var repeatedName: String? {
        pairs.count <= Self.fewNames ? repeatedNameOfFew : repeatedNameOfMany
    }

    private var repeatedNameOfFew: String? {
        for later in pairs.indices {
            for earlier in 0..<later where pairs[earlier].name == pairs[later].name { return pairs[later].name }
        }
        return nil
    }

    private var repeatedNameOfMany: String? {
        var seen: Set<String> = []
        return pairs.first { !seen.insert($0.name).inserted }?.name
    }

    /// Encodes parameters for a query, a fragment or a body. Only unreserved characters (RFC 3986 §2.3) stay as they
    /// are.
    package static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }
}
