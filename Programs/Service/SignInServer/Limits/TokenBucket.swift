/// A budget of requests that refills with time. Pure: the time is passed in.
struct TokenBucket: Sendable, Equatable {
    private var tokens: Double
    private var filledAt: Double

    /// The capacity of a bucket and the speed at which it refills.
    struct Rate: Sendable, Equatable {
        let capacity: Double
        let perSecond: Double

        init(perMinute: Int) {
            self.init(perMinute, inSeconds: 60)
        }

        /// Allows `capacity` requests at once, and refills as many within this number of seconds.
        init(_ capacity: Int, inSeconds seconds: Double) {
            self.capacity = Double(capacity)
            perSecond = Double(capacity) / seconds
        }

        /// The time that an empty bucket takes to fill up.
        var secondsToFill: Double { capacity / perSecond }
    }

    /// Creates a full bucket.
    init(_ rate: Rate, at now: Double) {
        tokens = rate.capacity
        filledAt = now
    }

    /// Takes a token and returns `nil`, or returns the seconds until there is one. A clock that is set back refills
    /// nothing.
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
