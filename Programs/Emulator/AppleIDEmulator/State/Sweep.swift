/// When a collection looks for entries that have expired: whenever it has doubled since the last time.
///
/// Looking at every call, or at every thousandth, would make calls slower the more entries there are.
struct Sweep: Sendable {
    private static let least = 1_024
    private var next = Self.least

    func isDue(at count: Int) -> Bool { count >= next }

    mutating func done(leaving count: Int) { next = max(Self.least, 2 * count) }
}
