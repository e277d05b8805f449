/// A list of tags, such as `v=1; d=example.com` (RFC 6376 section 3.2).
struct DKIMTags: Sendable {
    private let values: [String: [UInt8]]

    /// Nil if the list is broken or has a tag twice.
    init?(_ octets: ArraySlice<UInt8>) {
        var values: [String: [UInt8]] = [:]
        for part in octets.split(separator: ASCII.semicolon, omittingEmptySubsequences: false) {
            let part = ASCII.trimmed(part)
            if part.isEmpty { continue }
            guard let equals = part.firstIndex(of: ASCII.equals) else { return nil }
            let name = String(decoding: ASCII.trimmed(part[..<equals]), as: UTF8.self)
            guard !name.isEmpty, values[name] == nil else { return nil }
            values[name] = Array(ASCII.trimmed(part[(equals + 1)...]))
        }
        self.values = values
    }

    /// A value without white space around it.
    func text(_ name: String) -> String? { values[name].map { String(decoding: $0, as: UTF8.self) } }

    /// A value without any white space, as folding may put it anywhere.
    func joined(_ name: String) -> String? {
        values[name].map { value in String(decoding: value.filter { !ASCII.isFolding($0) }, as: UTF8.self) }
    }
}
