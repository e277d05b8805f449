#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Foundation
#endif

/// Detects a name that occurs twice in one object after its escapes are decoded (RFC 7519, section 4).
///
/// Few names are compared with one another if their keys share a bit. From sixteen names on (eight if there are escapes),
/// positions are kept in a hash table. The hash has a random seed for each process, so a thousand chosen names cost no
/// more than a thousand others. No name is copied, because a header is read before its signature is verified.
struct JSONMemberNames {
    /// One bit for the key of each name. A name whose bit is new is new.
    private var present: UInt64 = 0
    /// Each slot holds the upper half of a name's hash and, below it, the member's position plus one. A free slot is 0.
    /// The number of slots is a power of two, and at most half of them are used.
    private var slots: [UInt64] = []
    private var hasEscapes = false

    /// Whether the name is new in its object, whose members begin at `first`.
    mutating func admits(
        _ member: JSONMember, among members: [JSONMember], from first: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        hasEscapes = hasEscapes || member.isNameEscaped
        let count = members.count - first
        guard count >= (hasEscapes ? 8 : 16) else {
            let isNew = present & member.nameKey.bit == 0
            present |= member.nameKey.bit
            return isNew || !Self.contains(member, in: members, from: first, of: bytes)
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

    private static func contains(
        _ member: JSONMember, in members: [JSONMember], from first: Int, of bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for position in first..<members.count where areEqual(members[position], member, in: bytes) { return true }
        return false
    }

    /// Makes four slots of each one, so that a thousand names are moved three times. The slots hold the hashes, so no name
    /// is read again.
    private mutating func spread() {
        var wider = [UInt64](repeating: 0, count: slots.count * 4)
        for entry in slots where entry != 0 {
            var slot = Int(entry >> 32) & (wider.count - 1)
            while wider[slot] != 0 { slot = (slot + 1) & (wider.count - 1) }
            wider[slot] = entry
        }
        slots = wider
    }

    /// Enters a name, and returns false if it is already there.
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
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        guard member.isNameEscaped else { return hash(of: raw) }
        // Decoding escapes never makes a text longer.
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { name in
            var characters = UnescapedBytes(raw)
            var count = 0
            while let byte = characters.next() {
                name[count] = byte
                count += 1
            }
            return hash(of: UnsafeBufferPointer(rebasing: name[..<count]))
        }
    }

    /// Up to eight bytes are hashed as one number, for which the standard library needs no buffer. Most names of a thousand
    /// in 64 KiB are so short.
    private static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        guard name.count > 8 else {
            var number: UInt64 = 0
            for byte in name { number = number << 8 | UInt64(byte) }
            return UInt64(truncatingIfNeeded: number.hashValue)
        }
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
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

    /// Compares two names byte by byte with their escapes decoded.
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

    /// The bytes of a member's name with its escapes decoded.
    static func name(of member: JSONMember, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        return member.isNameEscaped ? JSONEscape.unescaped(raw) : Array(raw)
    }
}
