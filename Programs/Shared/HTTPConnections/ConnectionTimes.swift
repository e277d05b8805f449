package import NIOCore

/// The timeouts of a connection. Operators cannot set them; tests use shorter ones.
package struct ConnectionTimes: Sendable, Equatable {
    /// For a whole request head, and between two requests.
    package var idle: TimeAmount
    /// From the end of the head to the end of the body.
    package var body: TimeAmount
    /// Without any part of an answer being read by the peer.
    package var stalledAnswer: TimeAmount

    /// The times of the product, unless others are given.
    package init(
        idle: TimeAmount = .seconds(10), body: TimeAmount = .seconds(15), stalledAnswer: TimeAmount = .seconds(15)
    ) {
        self.idle = idle
        self.body = body
        self.stalledAnswer = stalledAnswer
    }
}
