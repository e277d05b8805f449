/// A budget of requests that refills with time. Pure: the time is passed in.
struct TokenBucket: Sendable, Equatable {
    private var tokens: Double
    private var filledAt: Double

    /// How much fits, and how fast it refills.
    struct Rate: Sendable, Equatable {
        let capacity: Double
        let perSecond: Double

        init(perMinute: Int) {
            self.init(perMinute, inSeconds: 60)
        }

        /// So many at once, and as many again in so many seconds.
        init(_ capacity: Int, inSeconds seconds: Double) {
            self.capacity = Double(capacity)
            perSecond = Double(capacity) / seconds
        }

        /// The time in which an empty bucket fills up.
        var secondsToFill: Double { capacity / perSecond }
    }

    /// A full bucket.
    init(_ rate: Rate, at now: Double) {
        tokens = rate.capacity
        filledAt = now
    }

    /// Takes one token, or says in how many seconds there will be one. A clock that goes back refills nothing.
    mutating func take(_ rate: Rate, at now: Double) -> Double? {
        refill(rate, at: now)
        guard tokens < 1 else {
            tokens -= 1
            return nil
        }
        return (1 - tokens) / rate.perSecond
    }

    private mutating func refill(_ rate: Rate, at now: Double) {
        if now > filledAt { tokens = min(rate.capacity, tokens + (now - filledAt) * rate.perSecond) }
        filledAt = now
    }
}
