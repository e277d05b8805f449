import Foundation

extension SecretsDirectory {
    /// How long a key is published before it signs: as long as others may keep our key set (`max-age` of the key set).
    static let publishedBeforeSigning: TimeInterval = 300

    /// Which of the keys signs: the newest that is old enough, or the newest of all where none is. The others are
    /// published.
    ///
    /// Ids begin with the time of making, as seconds since 1970 and a hyphen. A key without one was given its name by
    /// somebody who rotates keys in another way, and counts as old enough.
    static func signingIndex(among ids: [String], at now: Date) -> Int? {
        let made = ids.map { id in Int(id.prefix { $0 != "-" }).map(TimeInterval.init) }
        let newestFirst = ids.indices.sorted { left, right in
            (made[left] ?? 0, ids[left]) > (made[right] ?? 0, ids[right])
        }
        let oldEnough = newestFirst.first { index in
            (made[index] ?? 0) + publishedBeforeSigning <= now.timeIntervalSince1970
        }
        return oldEnough ?? newestFirst.first
    }
}
