import NIOCore

/// The timeouts of a connection. Operators cannot set them; tests use shorter ones.
struct ConnectionTimes: Sendable, Equatable {
    /// For a whole request head, and between two requests.
    var idle = TimeAmount.seconds(10)
    /// From the end of the head to the end of the body.
    var body = TimeAmount.seconds(15)
    /// Without any part of an answer being read by the peer.
    var stalledAnswer = TimeAmount.seconds(15)
}
