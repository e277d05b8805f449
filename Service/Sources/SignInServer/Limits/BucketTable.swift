/// The budgets of one kind of requests, by whom they belong to, in bounded memory. Pure: the time is passed in.
///
/// No request looks through the table. A bucket that was not touched for the time in which it fills up is full, and
/// forgetting it changes nothing; so the buckets live in two generations, and every so often the older one is dropped as
/// a whole. Whoever comes while the table is full shares one of a few buckets, by a hash that nobody outside can predict.
struct BucketTable {
    private let rate: TokenBucket.Rate
    private let maximum: Int
    private var young: [[UInt8]: TokenBucket] = [:]
    private var old: [[UInt8]: TokenBucket] = [:]
    private var turnedAt = 0.0

    /// A table for so many owners; a twentieth of them more, shared, for those beyond.
    init(_ rate: TokenBucket.Rate, maximum: Int) {
        self.rate = rate
        self.maximum = maximum
    }

    /// How many buckets are remembered.
    var count: Int { young.count + old.count }

    /// In how many seconds there is something in the owner's bucket; nil where there is now. Takes nothing.
    mutating func wait(for owner: [UInt8], at now: Double) -> Double? {
        turn(at: now)
        let key = place(of: owner)
        var bucket = young[key] ?? old[key]
        return bucket?.take(rate, at: now)
    }

    /// Takes one from the owner's bucket, or says in how many seconds there is one.
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
        // No owner has a name of this length.
        return [0] + withUnsafeBytes(of: UInt64(shared)) { Array($0) }
    }

    private mutating func turn(at now: Double) {
        // After a clock that went back, nothing is older than now.
        turnedAt = min(turnedAt, now)
        let age = now - turnedAt
        guard age >= rate.secondsToFill else { return }
        old = age >= 2 * rate.secondsToFill ? [:] : young
        young = [:]
        turnedAt = now
    }
}
