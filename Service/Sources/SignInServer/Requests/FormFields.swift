/// Fields of a form or a query, decoded strictly: every escape well formed, UTF-8, each name once.
///
/// Two readers of a lenient decoding disagree about `a=1&a=2` or `%zz`; a strict one leaves nothing to disagree about.
struct FormFields: Sendable {
    private let values: [String: String]

    static let empty = FormFields(values: [:])
    private static let maximumFields = 64

    private init(values: [String: String]) {
        self.values = values
    }

    init(decoding bytes: some Collection<UInt8>) throws(RequestRefusal) {
        var values: [String: String] = [:]
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let name = Self.decoded(first), !name.isEmpty else { throw .formMalformed }
            guard let value = parts.count == 2 ? Self.decoded(parts[1]) : "" else { throw .formMalformed }
            guard values.count < Self.maximumFields else { throw .bodyTooLarge }
            guard values.updateValue(value, forKey: name) == nil else { throw .parameterRepeated }
        }
        self.values = values
    }

    /// Fields that were decoded as strictly elsewhere, where a name may be empty.
    init(decoded values: [String: String]) throws(RequestRefusal) {
        guard values[""] == nil else { throw .formMalformed }
        self.values = values
    }

    subscript(_ name: String) -> String? { values[name] }

    private static func decoded(_ text: some Collection<UInt8>) -> String? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.count)
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): octets.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue)
                else { return nil }
                octets.append(high << 4 | low)
            default: octets.append(byte)
            }
        }
        return String(validating: octets, as: UTF8.self)
    }

    private static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        case 0x61...0x66: digit - 0x57
        default: nil
        }
    }
}
