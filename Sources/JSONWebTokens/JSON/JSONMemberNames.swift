import Foundation

/// Notices a name that stands twice in one object once its escapes are read (RFC 7519, section 4).
///
/// Few names are compared with one another; from sixteen on they are kept in a set, whose hashes are seeded, so that a thousand
/// chosen names cost no more than a thousand others.
struct JSONMemberNames {
    private var seen: Set<[UInt8]> = []
    private var hasEscapes = false

    mutating func admits(
        _ member: JSONMember, among members: [JSONMember], in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        if member.isNameEscaped { hasEscapes = true }
        if !hasEscapes, members.count < 16 {
            for earlier in members where Self.areEqual(earlier, member, in: bytes) { return false }
            return true
        }
        if seen.isEmpty {
            for earlier in members { seen.insert(Self.name(of: earlier, in: bytes)) }
        }
        return seen.insert(Self.name(of: member, in: bytes)).inserted
    }

    private static func areEqual(
        _ one: JSONMember, _ other: JSONMember, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let count = one.nameEnd - one.nameStart
        guard count == other.nameEnd - other.nameStart, let base = bytes.baseAddress else { return false }
        guard count > 0, base[Int(one.nameStart)] == base[Int(other.nameStart)] else { return count == 0 }
        return memcmp(base + Int(one.nameStart), base + Int(other.nameStart), Int(count)) == 0
    }

    /// The bytes of a member's name with its escapes read.
    static func name(of member: JSONMember, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let raw = UnsafeBufferPointer(rebasing: bytes[Int(member.nameStart)..<Int(member.nameEnd)])
        return member.isNameEscaped ? JSONEscape.unescaped(raw) : Array(raw)
    }
}
