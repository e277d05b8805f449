#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// An object of JSON: the bytes it was read from, and where its members stand in them.
///
/// Nothing is copied until it is asked for. Names are exact, byte by byte: `Exp` is not `exp`.
public struct JSONObject: Sendable {
    let bytes: [UInt8]
    let places: [JSONMember]
    /// A bit for the key of each name: most names that are not there need not be looked for.
    private let present: UInt64

    init(bytes: [UInt8], places: [JSONMember]) {
        self.bytes = bytes
        self.places = places
        var present: UInt64 = 0
        for place in places { present |= place.nameKey.bit }
        self.present = present
    }

    /// How many members there are.
    public var count: Int { places.count }

    /// The names in the order in which they stand.
    public var names: [String] {
        bytes.withUnsafeBufferPointer { bytes in
            places.map { String(decoding: JSONMemberNames.name(of: $0, in: bytes), as: UTF8.self) }
        }
    }

    /// The members in the order in which they stand.
    public var members: [(name: String, value: JSONValue)] {
        zip(names, places).map { (name: $0, value: value(at: $1)) }
    }

    /// The value of a member; nil where there is none of that name.
    public subscript(_ name: String) -> JSONValue? {
        place(of: name).map { value(at: $0) }
    }

    /// The kind of a member's value; nil where there is no member of that name.
    public func kind(of name: StaticString) -> JSONKind? {
        place(of: name)?.kind
    }

    /// Whether there is a member of that name, whatever its value.
    public func contains(_ name: StaticString) -> Bool {
        place(of: name) != nil
    }

    /// The text of a member; nil where there is none or it is not a string.
    public func text(_ name: StaticString) -> String? {
        guard let place = place(of: name), place.kind == .string else { return nil }
        return string(at: place)
    }

    /// Whether a member is a string of exactly these bytes; nothing is allocated for a string without escapes.
    public func text(_ name: StaticString, is expected: String) -> Bool {
        guard let place = place(of: name), place.kind == .string else { return false }
        guard place.isValueEscaped else { return hasBytes(from: place.valueStart, to: place.valueEnd, of: expected) }
        return string(at: place).utf8.elementsEqual(expected.utf8)
    }

    /// What is found of the UTF-8 bytes of a member's text, its escapes read, without making a string; nil where there is no such
    /// text. Not generic: this is asked for each token.
    public func text(_ name: StaticString, satisfies condition: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool? {
        guard let place = place(of: name), place.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: bytes[Int(place.valueStart)..<Int(place.valueEnd)])
            guard place.isValueEscaped else { return condition(raw) }
            return JSONEscape.unescaped(raw).withUnsafeBufferPointer(condition)
        }
    }

    /// The text of a list's only element; nil for a longer or an empty list, and for anything else. The elements of a long list
    /// are counted and not kept.
    public func onlyText(in name: StaticString) -> String? {
        guard let place = place(of: name), place.kind == .array else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, limits: .checkedBefore, at: Int(place.valueStart))
            var first: JSONMember?
            var count = 0
            try? scanner.scanElements(depth: 1) {
                if count == 0 { first = $0 }
                count += 1
            }
            guard count == 1, let first, first.kind == .string else { return nil }
            return string(at: first)
        }
    }

    /// The number of a member; nil where there is none, it is not a number, or it is beyond what a Double holds.
    public func double(_ name: StaticString) -> Double? {
        guard let place = place(of: name), place.kind == .number else { return nil }
        return wholeNumber(at: place) ?? JSONNumber(validated: string(at: place)).double
    }

    /// The Boolean of a member; nil where there is none or it is of another kind.
    public func bool(_ name: StaticString) -> Bool? {
        guard let place = place(of: name), place.kind == .bool else { return nil }
        return isTrue(place)
    }

    /// Where the member of a name known when this was compiled stands; nothing is counted or copied to find it.
    private func place(of name: StaticString) -> JSONMember? {
        guard name.hasPointerRepresentation else { return place(of: name.description) }  // a single character's literal
        return find(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    func place(of name: String) -> JSONMember? {
        var name = name
        return name.withUTF8 { find($0) }
    }

    private func find(_ name: UnsafeBufferPointer<UInt8>) -> JSONMember? {
        let key = JSONNameKey(name)
        guard present & key.bit != 0 else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            places.withUnsafeBufferPointer { places in
                for index in places.indices
                where places[index].nameKey == key && Self.isName(of: places[index], name, in: bytes) {
                    return places[index]
                }
                return nil
            }
        }
    }

    private static func isName(
        of place: JSONMember, _ name: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard !place.isNameEscaped else { return JSONMemberNames.name(of: place, in: bytes).elementsEqual(name) }
        return Int(place.nameEnd - place.nameStart) == name.count && areEqual(bytes, Int(place.nameStart), name)
    }

    private func hasBytes(from start: Int32, to end: Int32, of expected: String) -> Bool {
        guard Int(end - start) == expected.utf8.count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            expected.utf8.withContiguousStorageIfAvailable { Self.areEqual(bytes, Int(start), $0) }
                ?? expected.utf8.elementsEqual(bytes[Int(start)..<Int(end)])
        }
    }

    private static func areEqual(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ expected: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard !expected.isEmpty else { return true }
        guard let one = bytes.baseAddress, let other = expected.baseAddress, one[start] == other[0] else {
            return false
        }
        return memcmp(one + start, other, expected.count) == 0
    }

    /// Up to fifteen digits, which a Double holds exactly; nil for anything longer or with a point, an exponent or a sign.
    private func wholeNumber(at place: JSONMember) -> Double? {
        guard place.valueEnd - place.valueStart <= 15 else { return nil }
        var value = 0
        for index in Int(place.valueStart)..<Int(place.valueEnd) {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return Double(value)
    }
}

extension JSONObject {
    func value(at place: JSONMember) -> JSONValue {
        switch place.kind {
        case .string: .string(string(at: place))
        case .number: .number(JSONNumber(validated: string(at: place)))
        case .bool: .bool(isTrue(place))
        case .null: .null
        case .object: .object(JSONObject(bytes: bytes, places: nested(at: place)))
        case .array: .array(elements(at: place).map { value(at: $0) })
        }
    }

    private func isTrue(_ place: JSONMember) -> Bool {
        bytes[Int(place.valueStart)] == UInt8(ascii: "t")
    }

    private func string(at place: JSONMember) -> String {
        bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: bytes[Int(place.valueStart)..<Int(place.valueEnd)])
            guard place.isValueEscaped else { return String(decoding: raw, as: UTF8.self) }
            return String(decoding: JSONEscape.unescaped(raw), as: UTF8.self)
        }
    }

    /// A nested value was checked when the text was read; reading its members again cannot fail.
    private func nested(at place: JSONMember) -> [JSONMember] {
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, limits: .checkedBefore, at: Int(place.valueStart))
            return (try? scanner.scanObject()) ?? []
        }
    }

    private func elements(at place: JSONMember) -> [JSONMember] {
        bytes.withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes, limits: .checkedBefore, at: Int(place.valueStart))
            var elements: [JSONMember] = []
            try? scanner.scanElements(depth: 1) { elements.append($0) }
            return elements
        }
    }
}

extension TokenLimits {
    /// For text that was read once under the caller's limits.
    static let checkedBefore = TokenLimits(maximumBytes: .max, maximumDepth: .max, maximumMembers: .max)
}

extension JSONObject: Equatable {
    /// Whether both have the same members with the same values, in the same order.
    public static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.count == other.count
            && zip(one.members, other.members).allSatisfy {
                $0.name.utf8.elementsEqual($1.name.utf8) && $0.value == $1.value
            }
    }
}
