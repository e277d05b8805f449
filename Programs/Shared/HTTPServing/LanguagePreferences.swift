/// The languages that a person asks for, the most wanted first.
package struct LanguagePreferences: Sendable, Equatable {
    /// The ranges in lower case, such as `de-at`.
    package let wanted: [String]
    /// The ranges that the person refuses, with the weight 0.
    package let refused: Set<String>

    /// Longer fields and longer lists are not read: browsers send far less.
    private static let maximumBytes = 1_024

    /// Reads the field `Accept-Language`; nil if it is malformed (RFC 9110 section 12.5.4).
    package init?(acceptLanguage field: String) {
        guard field.utf8.count <= Self.maximumBytes else { return nil }
        var weighted: [(range: String, weight: Int)] = []
        for element in field.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = element.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
            // A recipient has to ignore empty elements of a list (RFC 9110 section 5.6.1.2).
            if parts == [""] { continue }
            guard parts.count <= 2, let range = parts.first, Self.isRange(range),
                let weight = parts.count == 1 ? 1_000 : Self.weight(parts[1])
            else { return nil }
            weighted.append((range.lowercased(), weight))
        }
        refused = Set(weighted.filter { $0.weight == 0 }.map(\.range))
        // The order in the field decides among equal weights.
        let order = weighted.enumerated().filter { $0.element.weight > 0 }.sorted {
            ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
        }
        wanted = order.map(\.element.range)
    }

    /// Reads `ui_locales`: language tags in order of preference, separated by spaces. What is no tag is left out,
    /// because it must not cause an error (OpenID Connect Core section 3.1.2.1).
    package init(locales: String) {
        let isRead = locales.utf8.count <= Self.maximumBytes
        let tags = isRead ? locales.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) } : []
        wanted = tags.filter { Self.isRange($0) }.map { $0.lowercased() }
        refused = []
    }

    /// The first match by lookup: a range loses its last part until there is such a language (RFC 4647 section 3.4).
    package func firstMatch<Value>(in languages: [String: Value]) -> Value? {
        for range in wanted {
            var range = Substring(range)
            while !range.isEmpty {
                if let match = languages[String(range)], !refused.contains(String(range)) { return match }
                range = range.utf8.lastIndex(of: UInt8(ascii: "-")).map { range[..<$0] } ?? ""
                // A single letter or digit only introduces the part that is gone.
                if range.utf8.dropLast().last == UInt8(ascii: "-") { range = range.dropLast(2) }
            }
        }
        return nil
    }

    private static func trimmed(_ octets: Substring.UTF8View) -> Substring {
        var rest = octets.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Substring(rest)
    }

    private static func isBlank(_ octet: UInt8) -> Bool {
        octet == UInt8(ascii: " ") || octet == UInt8(ascii: "\t")
    }

    /// Whether a text is `*`, or letters and digits in parts of at most eight (RFC 4647 section 2.1).
    private static func isRange(_ text: Substring) -> Bool {
        if text == "*" { return true }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.enumerated().allSatisfy { index, part in
            (1...8).contains(part.count)
                && part.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) || (index > 0 && (0x30...0x39).contains(byte))
                }
        }
    }

    /// A weight such as `q=0.8`, in thousandths (RFC 9110 section 12.4.2).
    private static func weight(_ text: Substring) -> Int? {
        guard text.lowercased().hasPrefix("q=") else { return nil }
        let number = text.dropFirst(2).utf8
        let parts = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { Substring($0) }
        guard let whole = parts.first, whole == "0" || whole == "1", parts.count <= 2 else { return nil }
        let digits = parts.count == 2 ? parts[1] : ""
        guard digits.utf8.count <= 3, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let thousandths = Int(digits + String(repeating: "0", count: 3 - digits.utf8.count)) ?? 0
        let weight = (whole == "1" ? 1_000 : 0) + thousandths
        return weight <= 1_000 ? weight : nil
    }
}
