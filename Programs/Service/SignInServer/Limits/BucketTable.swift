/// The budgets of one kind of request, by owner, in bounded memory. Pure: the time is passed in.
///
/// No request scans the table. A bucket untouched for the time that it takes to fill up is full, so forgetting it
/// changes nothing. The buckets therefore form two generations, and the older one is dropped as a whole at intervals.
/// While the table is full, new owners share a small number of buckets, chosen by a hash that outsiders cannot predict.
struct BucketTable {
    private let rate: TokenBucket.Rate
    private let maximum: Int
    private var young: [[UInt8]: TokenBucket] = [:]
    private var old: [[UInt8]: TokenBucket] = [:]
    private var turnedAt = 0.0

    /// Creates a table for up to `maximum` owners, plus one twentieth of that number of shared buckets for the rest.
    init(_ rate: TokenBucket.Rate, maximum: Int) {
        self.rate = rate
        self.maximum = maximum
    }

    /// The number of buckets in memory.
    var count: Int { young.count + old.count }

    /// The seconds until the owner's bucket has a token; `nil` if it has one now. Takes nothing.
    mutating func wait(for owner: [UInt8], at now: Double) -> Double? {
        turn(at: now)
        let key = place(of: owner)
        var bucket = young[key] ?? old[key]
        return bucket?.take(rate, at: now)
    }

    /// Takes a token from the owner's bucket and returns `nil`, or returns the seconds until there is one.
    mutating func take(for owner: [UInt8], at now: Double) -> Double? {
        turn(at: now)
        let key = place(of: owner)
        var bucket = young[key] ?? old.removeValue(forKey: key) ?? TokenBucket(rate, at: now)
        let wait = bucket.take(rate, at: now)
        young[key] = bucket
        return wait
    }

    private func place(of owner: [UInt8]) -> [UInt8] {
        guard count >= maximum, young[owner] == nil, old[owner] == nil else { return owner }
        let shared = owner.hashValue.magnitude % UInt(max(1, maximum / 20))
        // No owner's key has this length.
        return [0] + withUnsafeBytes(of: UInt64(shared)) { Array($0) }
    }

    private mutating func turn(at now: Double) {
        // If the clock was set back, nothing is older than now.
        turnedAt = min(turnedAt, now)
        let age = now - turnedAt
        guard age >= rate.secondsToFill else { return }
        old = age >= 2 * rate.secondsToFill ? [:] : young
        young = [:]
        turnedAt = now
    }
}
