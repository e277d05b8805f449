/// What may go wrong between Apple and a receiver, and how often Apple tries; Apple publishes none of it.
struct NotificationPolicy: Sendable, Equatable {
    /// Seconds after an event is due at which it is tried; one entry per try.
    var retryAt = [0, 60, 300]
    /// How much later than it happened an event is due.
    var delaySeconds = 0
    /// Further copies of every event, with the same `jti`.
    var duplicate = 0
    /// Events are gathered in groups of this size and sent last first; 1 keeps their order.
    var reorder = 1
    /// How many of the next events are never sent.
    var lose = 0
    /// Signed by a key that `/auth/keys` does not have, under the name of one it has.
    var wrongKey = false
    /// Made out to somebody else.
    var wrongAudience = false
    /// Every event carries the `jti` of the one before it.
    var replayJti = false
}
