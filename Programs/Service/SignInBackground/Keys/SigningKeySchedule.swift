package import Foundation

/// Which of the service's keys signs, which are also published, and which have expired.
///
/// A key's id begins with its creation time, as seconds since 1970, and a hyphen. An id without the time belongs to an
/// operator who rotates keys by other means: the key counts as old and never expires by itself.
package struct SigningKeySchedule: Equatable, Sendable {
    /// How many seconds a key is published before it signs: twice the time for which others may cache our key set (its
    /// `max-age`), so that every process and every cached copy has the new key.
    static let publishedBeforeSigning: TimeInterval = 600

    /// The key that signs; `nil` if there is none.
    package let signing: String?
    /// The keys that are published but do not sign, newest first.
    package let published: [String]
    /// The keys whose last token has expired, newest first.
    package let over: [String]
    /// When the newest key was created; `nil` if its id does not contain the time.
    let newestMadeAt: Date?

    /// Derives the schedule at a moment from the ids of the keys in the folder.
    package init(_ ids: [String], of kind: SigningKeyKind = .accessToken, at now: Date) {
        let newestFirst = ids.sorted { (Self.madeAt($0) ?? .distantPast, $0) > (Self.madeAt($1) ?? .distantPast, $1) }
        let begun = newestFirst.filter { Self.signsFrom($0) <= now }
        // At a first start no key is old enough; the one that has been published longest signs.
        let signing = begun.first ?? newestFirst.last
        let over = newestFirst.filter { id in
            guard Self.madeAt(id) != nil, let successor = begun.last(where: { Self.isNewer($0, than: id) }) else {
                return false
            }
            return Self.signsFrom(successor).addingTimeInterval(kind.publishedAfterSigning) <= now
        }
        self.signing = signing
        self.over = over
        published = newestFirst.filter { $0 != signing && !over.contains($0) }
        newestMadeAt = newestFirst.first.flatMap(Self.madeAt)
    }

    /// Whether the newest key has reached this age; false if its age is unknown.
    func isDue(every age: TimeInterval, at now: Date) -> Bool {
        guard age > 0, let newestMadeAt else { return false }
        return now.timeIntervalSince(newestMadeAt) >= age
    }

    /// When a key may begin to sign.
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
