#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// A JSON object: the bytes it was read from, and the positions of its members in them.
///
/// Nothing is copied before it is asked for. Names are compared byte by byte: `Exp` is not `exp`.
public struct JSONObject: Sendable {
    let bytes: [UInt8]
    let places: [JSONMember]
    /// Whether the bytes are this object alone, as `JSONWriter` writes it.
    let isWritten: Bool
    /// One bit for the key of each name. Most names that are missing are recognised by it without a search.
    private let present: UInt64

    init(bytes: [UInt8], places: [JSONMember], isWritten: Bool = false) {
        self.bytes = bytes
        self.places = places
        self.isWritten = isWritten
        var present: UInt64 = 0
        for place in places { present |= place.nameKey.bit }
        self.present = present
    }

    /// The number of members.
    public var count: Int { places.count }

    /// The names in the order of the text.
    public var names: [String] {
        bytes.withUnsafeBufferPointer { bytes in
            places.map { String(decoding: JSONMemberNames.name(of: $0, in: bytes), as: UTF8.self) }
        }
    }

    /// The members in the order of the text.
    public var members: [(name: String, value: JSONValue)] {
        zip(names, places).map { (name: $0, value: value(at: $1)) }
    }

    /// The value of a member, or nil if there is no member of that name.
    public subscript(_ name: String) -> JSONValue? {
        place(of: name).map { value(at: $0) }
    }

    /// The kind of a member's value, or nil if there is no member of that name.
    public func kind(of name: StaticString) -> JSONKind? {
        place(of: name)?.kind
    }

    /// Whether there is a member of that name, whatever its value.
    public func contains(_ name: StaticString) -> Bool {
        place(of: name) != nil
    }

    /// The text of a member, or nil if the member is missing or not a string.
    public func text(_ name: StaticString) -> String? {
        guard let place = place(of: name), place.kind == .string else { return nil }
        return string(at: place)
    }

    /// Whether a member is a string of exactly these bytes. Nothing is allocated for a string without escapes.
    public func text(_ name: StaticString, is expected: String) -> Bool {
        guard let place = place(of: name), place.kind == .string else { return false }
        guard place.isValueEscaped else { return hasBytes(from: place.valueStart, to: place.valueEnd, of: expected) }
        return string(at: place).utf8.elementsEqual(expected.utf8)
    }

    /// Applies a condition to the UTF-8 bytes of a member's text, with its escapes decoded and without creating a
    /// `String`. Returns nil if the member is missing or not a string. It is not generic, because every token takes
    /// this path.
    public func text(_ name: StaticString, satisfies condition: (UnsafeBufferPointer<UInt8>) -> Bool) -> Bool? {
        guard let place = place(of: name), place.kind == .string else { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            let raw = UnsafeBufferPointer(rebasing: bytes[Int(place.valueStart)..<Int(place.valueEnd)])
            guard place.isValueEscaped else { return condition(raw) }
            return JSONEscape.unescaped(raw).withUnsafeBufferPointer(condition)
        }
    }

    /// The text of an array's only element, or nil for anything but an array of one string. Further elements are
    /// counted, but not kept.
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

    /// The number of a member, or nil if the member is missing, not a number, or too large for a `Double`.
    public func double(_ name: StaticString) -> Double? {
        guard let place = place(of: name), place.kind == .number else { return nil }
        return wholeNumber(at: place) ?? JSONNumber(validated: string(at: place)).double
    }

    /// The Boolean of a member, or nil if the member is missing or of another kind.
    public func bool(_ name: StaticString) -> Bool? {
        guard let place = place(of: name), place.kind == .bool else { return nil }
        return isTrue(place)
    }

    /// Finds the member for a name known at compile time. Nothing is measured or copied to find it.
    private func place(of name: StaticString) -> JSONMember? {
        guard name.hasPointerRepresentation else { return place(of: name.description) }  // one-character literal
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

    /// The value of up to fifteen digits, which a `Double` holds exactly. Nil for anything longer or with a point, an
    /// exponent or a sign.
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

    /// The members of a nested object. It was checked when the text was read, so reading it again cannot fail.
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
    /// The limits for a text that was already read under the caller's limits.
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
