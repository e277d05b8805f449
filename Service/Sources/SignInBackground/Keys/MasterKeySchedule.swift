package import Foundation

/// Which of the master keys in the folder is which, by their files' names.
///
/// `master.key` was always used. `master-<seconds since 1970>-<random>.key` was made at that second, and is used once every
/// process has had the time to read it. `retired-….key` was put there by hand, with a backup that is sealed under it.
/// `former-<seconds>-<random>.key` is what is left of a master that was used up to that second: its sessions go on by it.
package struct MasterKeySchedule: Equatable, Sendable {
    /// The file of the key that was always used.
    package static let first = "master.key"
    /// How long a key is read by all before one uses it; as long as an access-token key is published before it signs.
    static let readBeforeUse: TimeInterval = 600
    /// How long the key before it is kept at least, for whoever was late, or was just sealing something.
    static let keptAfterUse: TimeInterval = 600

    /// What new values are sealed under.
    package let current: String
    /// Will be used; the earliest first.
    package let next: [String]
    /// Was used before; the file that was always used first.
    package let old: [String]
    /// What is left of keys that are gone, the earliest first.
    package let former: [String]

    /// Nil where no key is there from the beginning.
    init?(_ names: [String], at now: Date) {
        guard names.contains(Self.first) else { return nil }
        let made = names.filter { $0 != Self.first && Self.usedFrom($0) != nil }.sorted {
            (Self.moment($0), $0) < (Self.moment($1), $1)
        }
        let begun = [Self.first] + made.filter { Self.moment($0) <= now }
        current = begun.last ?? Self.first
        next = made.filter { Self.moment($0) > now }
        old = begun.dropLast() + names.filter { Self.has($0, prefix: "retired-") }.sorted()
        former = names.filter { Self.usedUntil($0) != nil }.sorted()
    }

    /// The one key of a first start.
    package static let single = MasterKeySchedule()

    private init() {
        (current, next, old, former) = (Self.first, [], [], [])
    }

    /// Whether a rotation began that is not over.
    package var isUnderWay: Bool { !next.isEmpty || !old.isEmpty }

    /// From when the keys before the current one are not needed any more, once nothing is sealed under them.
    var oldMayGoFrom: Date { Self.moment(current).addingTimeInterval(Self.keptAfterUse) }

    /// From when a key is used; nil for what is no master key.
    package static func usedFrom(_ name: String) -> Date? {
        if name == first { return .distantPast }
        return second(of: name, prefix: "master-").map { $0.addingTimeInterval(readBeforeUse) }
    }

    /// Up to when a key was used of which only this is left; nil for anything else.
    static func usedUntil(_ name: String) -> Date? {
        second(of: name, prefix: "former-")
    }

    /// The name of a key that is made now.
    static func name(madeAt moment: Date, random: UInt32) -> String {
        "master-\(Int(moment.timeIntervalSince1970))-\(String(random, radix: 16)).key"
    }

    /// The name of what is left of `old` when `current` takes its place.
    static func formerName(of old: String, before current: String) -> String {
        let second = Int(moment(current).timeIntervalSince1970)
        let unique = (old == first ? current : old).dropLast(".key".count).split(separator: "-").last ?? ""
        return "former-\(second)-\(unique).key"
    }

    private static func moment(_ name: String) -> Date { usedFrom(name) ?? .distantPast }

    private static func has(_ name: String, prefix: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(".key")
    }

    private static func second(of name: String, prefix: String) -> Date? {
        guard has(name, prefix: prefix) else { return nil }
        let fields = name.dropFirst(prefix.count).dropLast(".key".count).split(separator: "-", maxSplits: 1)
        guard fields.count == 2, let seconds = Int(fields[0]), seconds >= 0 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }
}
