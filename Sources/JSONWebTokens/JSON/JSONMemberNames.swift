import Foundation

/// Notices a name that stands twice in one object once its escapes are read (RFC 7519, section 4).
///
/// Few names are compared with one another; from sixteen on (eight, where there are escapes), places are kept in a table by a hash
/// with the process's own seed, so that a thousand chosen names cost no more than a thousand others. A header is read before
/// anything is proven: no name is copied.
struct JSONMemberNames {
    /// A member's position and one, or 0 where the slot is free; a power of two of them, at most half of them taken.
    private var slots: [Int32] = []
    private var hasEscapes = false

    /// Whether the name is new among those of its object, which are the members from `first` on.
    mutating func admits(
        _ member: JSONMember, among members: [JSONMember], from first: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        hasEscapes = hasEscapes || member.isNameEscaped
        let count = members.count - first
        guard count >= (hasEscapes ? 8 : 16) else {
            for position in first..<members.count where Self.areEqual(members[position], member, in: bytes) {
                return false
            }
            return true
        }
        if (count + 1) * 2 > slots.count { spread(members, from: first, in: bytes) }
        return enter(member, at: count, among: members, from: first, in: bytes)
    }

    private mutating func spread(
        _ members: [JSONMember], from first: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) {
        slots = Array(repeating: 0, count: max(64, slots.count * 2))
        for position in first..<members.count {
            _ = enter(members[position], at: position - first, among: members, from: first, in: bytes)
        }
    }

    /// False where the name is there already.
    private mutating func enter(
        _ member: JSONMember, at position: Int, among members: [JSONMember], from first: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var slot = Self.hash(of: member, in: bytes) & (slots.count - 1)
        while slots[slot] != 0 {
            if Self.areEqual(members[first + Int(slots[slot]) - 1], member, in: bytes) { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(truncatingIfNeeded: position + 1)
        return true
    }

    private static func hash(of member: JSONMember, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        if member.isNameEscaped {
            var characters = UnescapedBytes(raw)
            while let byte = characters.next() { hasher.combine(byte) }
        } else {
            for byte in raw { hasher.combine(byte) }
        }
        return hasher.finalize()
    }

    private static func areEqual(
        _ one: JSONMember, _ other: JSONMember, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard !one.isNameEscaped, !other.isNameEscaped else {
            return isName(of: one, sameAs: other, in: bytes)
        }
        let count = one.nameEnd - one.nameStart
        guard count == other.nameEnd - other.nameStart, let base = bytes.baseAddress else { return false }
        guard count > 0, base[Int(one.nameStart)] == base[Int(other.nameStart)] else { return count == 0 }
        return memcmp(base + Int(one.nameStart), base + Int(other.nameStart), Int(count)) == 0
    }

    /// Where one of them has escapes: byte by byte as they are read.
    private static func isName(
        of one: JSONMember, sameAs other: JSONMember, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var left = UnescapedBytes(.init(rebasing: bytes[Int(one.nameStart)..<Int(one.nameEnd)]))
        var right = UnescapedBytes(.init(rebasing: bytes[Int(other.nameStart)..<Int(other.nameEnd)]))
        while let byte = left.next() {
            guard right.next() == byte else { return false }
        }
        return right.next() == nil
    }

    /// The bytes of a member's name with its escapes read.
    static func name(of member: JSONMember, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        return member.isNameEscaped ? JSONEscape.unescaped(raw) : Array(raw)
    }
}
