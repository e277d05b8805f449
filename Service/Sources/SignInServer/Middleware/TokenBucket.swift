/// A budget of requests that refills with time. Pure: the time is passed in.
struct TokenBucket: Sendable, Equatable {
    private var tokens: Double
    private var filledAt: Double

    /// How much fits, and how fast it refills.
    struct Rate: Sendable, Equatable {
        let capacity: Double
        let perSecond: Double

        init(perMinute: Int) {
            capacity = Double(perMinute)
            perSecond = Double(perMinute) / 60
        }
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

    /// Whether forgetting the bucket changes nothing.
    mutating func isFull(_ rate: Rate, at now: Double) -> Bool {
        refill(rate, at: now)
        return tokens >= rate.capacity
    }

    private mutating func refill(_ rate: Rate, at now: Double) {
        if now > filledAt { tokens = min(rate.capacity, tokens + (now - filledAt) * rate.perSecond) }
        filledAt = now
    }
}
