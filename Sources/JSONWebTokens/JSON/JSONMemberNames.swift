#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// Notices a name that stands twice in one object once its escapes are read (RFC 7519, section 4).
///
/// Few names are compared with one another; from sixteen on (eight, where there are escapes), places are kept in a table by a hash with the process's own seed, so that a thousand chosen names cost no more than
/// a thousand others. A header is read before anything is proven: no name is copied.
struct JSONMemberNames {
    /// The upper half of a name's hash, and below it the member's position and one; 0 where the slot is free. A power of two of
    /// them, at most half of them taken.
    private var slots: [UInt64] = []
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
        if slots.isEmpty {
            slots = Array(repeating: 0, count: 64)
            for position in 0..<count {
                let known = members[first + position]
                _ = enter(
                    known, hash: Self.hash(of: known, in: bytes), at: position, among: members, from: first, in: bytes)
            }
        } else if (count + 1) * 2 > slots.count {
            spread()
        }
        return enter(
            member, hash: Self.hash(of: member, in: bytes), at: count, among: members, from: first, in: bytes)
    }

    /// Twice as many slots; the hashes are there, so that no name is read again.
    private mutating func spread() {
        var wider = [UInt64](repeating: 0, count: slots.count * 2)
        for entry in slots where entry != 0 {
            var slot = Int(entry >> 32) & (wider.count - 1)
            while wider[slot] != 0 { slot = (slot + 1) & (wider.count - 1) }
            wider[slot] = entry
        }
        slots = wider
    }

    /// False where the name is there already.
    private mutating func enter(
        _ member: JSONMember, hash: UInt64, at position: Int, among members: [JSONMember], from first: Int,
        in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let upperHalf = hash & 0xFFFF_FFFF_0000_0000
        var slot = Int(hash >> 32) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = slots[slot]
            if entry & 0xFFFF_FFFF_0000_0000 == upperHalf,
                Self.areEqual(members[first + Int(entry & 0xFFFF_FFFF) - 1], member, in: bytes)
            {
                return false
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = upperHalf | UInt64(position + 1)
        return true
    }

    private static func hash(of member: JSONMember, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        if member.isNameEscaped {
            // Escapes never make a text longer.
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { name in
                var characters = UnescapedBytes(raw)
                var count = 0
                while let byte = characters.next() {
                    name[count] = byte
                    count += 1
                }
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(name)[..<count]))
            }
        } else {
            hasher.combine(bytes: UnsafeRawBufferPointer(raw))
        }
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    private static func areEqual(
        _ one: JSONMember, _ other: JSONMember, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard one.nameKey == other.nameKey else { return false }
        guard !one.isNameEscaped, !other.isNameEscaped else {
            return isName(of: one, sameAs: other, in: bytes)
        }
        let count = one.nameEnd - one.nameStart
        guard count == other.nameEnd - other.nameStart, let base = bytes.baseAddress else { return false }
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
