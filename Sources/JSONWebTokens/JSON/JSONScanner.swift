/// Reads a JSON text strictly, in one pass over its bytes, and records the positions of an object's members.
///
/// Every byte is checked, also in members that are never used. Foundation's reader accepts invalid UTF-8, leading zeros
/// and trailing commas, and keeps the first of two members of one name, so two readers of one token could see different
/// claims.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: TokenLimits
    private(set) var position: Int
    /// The members of all objects that are open at `position`, innermost object last. One array, so that nesting
    /// allocates nothing.
    private(set) var members: [JSONMember] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: TokenLimits, at position: Int = 0) {
        self.bytes = bytes
        self.limits = limits
        self.position = position
    }

    /// Scans one object, with nothing but white space around it, from `position` to the end of the bytes.
    mutating func scanDocument() throws(TokenFormatError) -> [JSONMember] {
        guard bytes.count - position <= limits.maximumBytes else { throw TokenFormatError(.jsonTooLarge) }
        skipWhiteSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: "{") else { throw TokenFormatError(.jsonSyntax) }
        let members = try scanObject()
        skipWhiteSpace()
        guard position == bytes.count else { throw TokenFormatError(.jsonSyntax) }
        return members
    }

    /// Scans the object that begins at `position` up to its closing brace, and returns its members. What follows is not
    /// checked.
    mutating func scanObject() throws(TokenFormatError) -> [JSONMember] {
        members.reserveCapacity(16)
        try scanMembers(depth: 1)
        return members
    }

    /// Appends the object's members to `members`.
    private mutating func scanMembers(depth: Int) throws(TokenFormatError) {
        guard depth <= limits.maximumDepth else { throw TokenFormatError(.jsonDepth) }
        let first = members.count
        position += 1
        skipWhiteSpace()
        if take(UInt8(ascii: "}")) { return }
        var names = JSONMemberNames()
        while true {
            guard members.count - first < limits.maximumMembers else { throw TokenFormatError(.jsonMembers) }
            let name = try scanString()
            skipWhiteSpace()
            guard take(UInt8(ascii: ":")) else { throw TokenFormatError(.jsonSyntax) }
            skipWhiteSpace()
            var member = JSONMember(
                nameKey: JSONNameKey(of: name, in: bytes), nameStart: Int32(truncatingIfNeeded: name.start),
                nameEnd: Int32(truncatingIfNeeded: name.end),
                valueStart: 0, valueEnd: 0, kind: .null, isNameEscaped: name.isEscaped, isValueEscaped: false)
            try scanValue(into: &member, depth: depth)
            guard names.admits(member, among: members, from: first, in: bytes) else {
                members.append(member)  // so that a fault of a person's file can name it
                throw TokenFormatError(.jsonDuplicateMember)
            }
            members.append(member)
            skipWhiteSpace()
            if take(UInt8(ascii: ",")) {
                skipWhiteSpace()
                continue
            }
            guard take(UInt8(ascii: "}")) else { throw TokenFormatError(.jsonSyntax) }
            return
        }
    }

    /// Scans the value at `position`, and records its kind and position in `member`.
    mutating func scanValue(into member: inout JSONMember, depth: Int) throws(TokenFormatError) {
        guard position < bytes.count else { throw TokenFormatError(.jsonSyntax) }
        member.valueStart = Int32(truncatingIfNeeded: position)
        switch bytes[position] {
        case UInt8(ascii: "\""):
            let text = try scanString()
            member.kind = .string
            member.isValueEscaped = text.isEscaped
            member.valueStart = Int32(truncatingIfNeeded: text.start)
            member.valueEnd = Int32(truncatingIfNeeded: text.end)
            return
        case UInt8(ascii: "{"):
            member.kind = .object
            let outer = members.count
            try scanMembers(depth: depth + 1)
            members.removeLast(members.count - outer)
        case UInt8(ascii: "["):
            member.kind = .array
            try scanArray(depth: depth + 1)
        case UInt8(ascii: "t"):
            member.kind = .bool
            try scanWord("true")
        case UInt8(ascii: "f"):
            member.kind = .bool
            try scanWord("false")
        case UInt8(ascii: "n"):
            member.kind = .null
            try scanWord("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            member.kind = .number
            try scanNumber()
        default:
            throw TokenFormatError(.jsonSyntax)
        }
        member.valueEnd = Int32(truncatingIfNeeded: position)
    }

    private mutating func scanArray(depth: Int) throws(TokenFormatError) {
        try scanElements(depth: depth) { _ in }
    }

    /// Scans the array that begins at `position`, and passes each element to `body` as a member without a name.
    mutating func scanElements(depth: Int, _ body: (JSONMember) -> Void) throws(TokenFormatError) {
        guard depth <= limits.maximumDepth else { throw TokenFormatError(.jsonDepth) }
        position += 1
        skipWhiteSpace()
        if take(UInt8(ascii: "]")) { return }
        while true {
            var element = JSONMember(
                nameKey: .none, nameStart: 0, nameEnd: 0, valueStart: 0, valueEnd: 0, kind: .null, isNameEscaped: false,
                isValueEscaped: false)
            try scanValue(into: &element, depth: depth)
            body(element)
            skipWhiteSpace()
            if take(UInt8(ascii: ",")) {
                skipWhiteSpace()
                continue
            }
            guard take(UInt8(ascii: "]")) else { throw TokenFormatError(.jsonSyntax) }
            return
        }
    }

    private mutating func scanWord(_ word: StaticString) throws(TokenFormatError) {
        guard bytes.count - position >= word.utf8CodeUnitCount else { throw TokenFormatError(.jsonSyntax) }
        for offset in 0..<word.utf8CodeUnitCount where bytes[position + offset] != word.utf8Start[offset] {
            throw TokenFormatError(.jsonSyntax)
        }
        position += word.utf8CodeUnitCount
    }

    /// RFC 8259, section 6: no leading zero, no plus sign, a digit on both sides of the point.
    private mutating func scanNumber() throws(TokenFormatError) {
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            guard !isDigit() else { throw TokenFormatError(.jsonNumber) }
        } else {
            try scanDigits()
        }
        if take(UInt8(ascii: ".")) {
            try scanDigits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(TokenFormatError) {
        guard isDigit() else { throw TokenFormatError(.jsonNumber) }
        while isDigit() { position += 1 }
    }

    private func isDigit() -> Bool {
        position < bytes.count && bytes[position] &- UInt8(ascii: "0") < 10
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// Scans the string that begins with a quote at `position`.
    private mutating func scanString() throws(TokenFormatError) -> JSONSpan {
        guard take(UInt8(ascii: "\"")) else { throw TokenFormatError(.jsonSyntax) }
        let start = position
        var isEscaped = false
        while true {
            skipPlainCharacters()
            guard position < bytes.count else { throw TokenFormatError(.jsonSyntax) }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return JSONSpan(start: start, end: position - 1, isEscaped: isEscaped)
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                position += try JSONEscape.length(at: position, in: bytes)
            } else if byte >= 0x80 {
                position += try UTF8Sequence.length(at: position, in: bytes)
            } else {
                throw TokenFormatError(.jsonString)  // a bare control character
            }
        }
    }

    /// Moves to the next quote, backslash, control character or byte above ASCII, eight bytes at a time.
    private mutating func skipPlainCharacters() {
        guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
        let ones: UInt64 = 0x0101_0101_0101_0101
        while bytes.count - position >= 8 {
            let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            // The lowest mark is always correct, because a borrow only travels upwards.
            let marks = (word | (word &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & (ones &* 0x80)
            guard marks == 0 else {
                position += marks.trailingZeroBitCount / 8
                return
            }
            position += 8
        }
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return }
            position += 1
        }
    }
}
