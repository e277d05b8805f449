import NIOCore

/// How long a connection may take for what. Not for operators to set; tests do not wait that long.
struct ConnectionTimes: Sendable, Equatable {
    /// For a whole request head, and between two requests.
    var idle = TimeAmount.seconds(10)
    /// From the end of the head to the end of the body.
    var body = TimeAmount.seconds(15)
    /// Without any part of an answer taken by the peer.
    var stalledAnswer = TimeAmount.seconds(15)
}
