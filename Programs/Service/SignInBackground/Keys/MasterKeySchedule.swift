package import Foundation

/// The roles of the master keys in the folder, derived from their file names.
///
/// - `master.key` has been in use from the beginning.
/// - `master-<seconds since 1970>-<random>.key` was created at that second and is used after every process has had time
///   to read it.
/// - `retired-….key` was added by hand, together with a backup that is sealed under it.
/// - `former-<seconds>-<random>.key` is derived from a master key that was used until that second; its sessions still
///   need it.
package struct MasterKeySchedule: Equatable, Sendable {
    /// The file of the key that is in use from the beginning.
    package static let first = "master.key"
    /// How many seconds before its use every process can read a key; equal to the time for which an access token key is
    /// published before it signs.
    static let readBeforeUse: TimeInterval = 600
    /// The minimum number of seconds for which the previous key is kept, for processes that are late or sealing a
    /// value.
    static let keptAfterUse: TimeInterval = 600

    /// The key that seals new values.
    package let current: String
    /// The keys that will be used later, earliest first.
    package let next: [String]
    /// The keys that were used before, with `master.key` first.
    package let old: [String]
    /// What is left of removed keys, earliest first.
    package let former: [String]

    /// `nil` if `master.key` is missing.
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

    /// The schedule of a first start, with a single key.
    package static let single = MasterKeySchedule()

    private init() {
        (current, next, old, former) = (Self.first, [], [], [])
    }

    /// Whether a rotation has begun and not yet ended.
    package var isUnderWay: Bool { !next.isEmpty || !old.isEmpty }

    /// The earliest moment to remove the keys before the current one, if nothing is sealed under them.
    var oldMayGoFrom: Date { Self.moment(current).addingTimeInterval(Self.keptAfterUse) }

    /// When the use of a key begins; `nil` if the file is not a master key.
    package static func usedFrom(_ name: String) -> Date? {
        if name == first { return .distantPast }
        return second(of: name, prefix: "master-").map { $0.addingTimeInterval(readBeforeUse) }
    }

    /// When the use of a former key ended; `nil` for any other file.
    static func usedUntil(_ name: String) -> Date? {
        second(of: name, prefix: "former-")
    }

    /// The name of a key created at this moment.
    static func name(madeAt moment: Date, random: UInt32) -> String {
        "master-\(Int(moment.timeIntervalSince1970))-\(String(random, radix: 16)).key"
    }

    /// The name for what is left of `old` after `current` has replaced it.
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
