/// How notifications are retried and what goes wrong on the way to a receiver. Apple documents neither.
struct NotificationPolicy: Sendable, Equatable, Encodable {
    /// When each attempt is made, in seconds after an event is due.
    var retryAt = [0, 60, 300]
    /// The time between an event and the moment its notification is due.
    var delaySeconds = 0
    /// How many additional copies of every event are sent, with the same `jti`.
    var duplicate = 0
    /// Events are collected in groups of this size and sent last first. 1 keeps their order.
    var reorder = 1
    /// How many of the next events are dropped instead of sent.
    var lose = 0
    /// Tokens are signed by an unpublished key with the `kid` of a published one.
    var wrongKey = false
    /// Tokens are for an audience that is not the receiver.
    var wrongAudience = false
    /// Every event repeats the `jti` of the previous one.
    var replayJti = false
}
