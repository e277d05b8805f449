package import Foundation

/// Which of the service's keys signs, which are published beside it, and which are over.
///
/// A key's id begins with the time of making, as seconds since 1970 and a hyphen. A key without one was given its name by
/// somebody who rotates keys in another way: it counts as old, and is never over by itself.
package struct SigningKeySchedule: Equatable, Sendable {
    /// How long a key is published before it signs: twice as long as others may keep our key set (its `max-age`), so
    /// that every process has read the new key, and every copy of the set has it.
    static let publishedBeforeSigning: TimeInterval = 600
    /// How long a key is published after it signed for the last time: the longest life of an access token, and as much
    /// as clocks may differ.
    static let publishedAfterSigning: TimeInterval = 900 + 300

    /// The key that signs; `nil` where there is none.
    package let signing: String?
    /// The keys that are published and do not sign, the newest first.
    package let published: [String]
    /// The keys whose last token has expired, the newest first.
    package let over: [String]
    /// When the newest key was made; `nil` where none says.
    let newestMadeAt: Date?

    /// What is what at a moment, by the ids of the keys in the folder.
    package init(_ ids: [String], at now: Date) {
        let newestFirst = ids.sorted { (Self.madeAt($0) ?? .distantPast, $0) > (Self.madeAt($1) ?? .distantPast, $1) }
        let begun = newestFirst.filter { Self.signsFrom($0) <= now }
        // At a first start no key is old enough; then the one signs that has been published longest.
        let signing = begun.first ?? newestFirst.last
        let over = newestFirst.filter { id in
            guard Self.madeAt(id) != nil, let successor = begun.last(where: { Self.isNewer($0, than: id) }) else {
                return false
            }
            return Self.signsFrom(successor).addingTimeInterval(Self.publishedAfterSigning) <= now
        }
        self.signing = signing
        self.over = over
        published = newestFirst.filter { $0 != signing && !over.contains($0) }
        newestMadeAt = newestFirst.first.flatMap(Self.madeAt)
    }

    /// Whether a new key is due that is made every so often; never where the newest key does not say how old it is.
    func isDue(every age: TimeInterval, at now: Date) -> Bool {
        guard age > 0, let newestMadeAt else { return false }
        return now.timeIntervalSince(newestMadeAt) >= age
    }

    /// From when a key may sign.
    package static func signsFrom(_ id: String) -> Date {
        madeAt(id)?.addingTimeInterval(publishedBeforeSigning) ?? .distantPast
    }

    static func madeAt(_ id: String) -> Date? {
        guard id.contains("-"), let seconds = Int(id.prefix { $0 != "-" }) else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    private static func isNewer(_ one: String, than other: String) -> Bool {
        (madeAt(one) ?? .distantPast, one) > (madeAt(other) ?? .distantPast, other)
    }
}
