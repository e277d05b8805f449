package import NIOCore

/// When a connection has to be closed because its peer is too slow. A value: the time is passed in.
///
/// Slow clients cost an attacker nothing. A head that drips, content that drips and an answer that nobody reads each
/// hold a connection, so each has a deadline of its own.
package struct ConnectionDeadlines: Sendable {
    /// What a peer missed.
    package enum Verdict: Sendable, Equatable {
        /// It sent nothing, or too slowly.
        case late
        /// It read nothing of an answer.
        case stalled
    }

    private let times: ConnectionTimes
    private var heard: NIODeadline
    private var contentBegun: NIODeadline?
    private var waiting = 0
    private var taken: NIODeadline

    /// The deadlines of a connection that begins now.
    package init(_ times: ConnectionTimes, at now: NIODeadline) {
        self.times = times
        (heard, taken) = (now, now)
    }

    /// The peer has sent something, or its answer has left.
    package mutating func restart(at now: NIODeadline) {
        heard = now
    }

    /// Says after each event whether content is arriving.
    package mutating func note(contentArrives: Bool, at now: NIODeadline) {
        if !contentArrives {
            contentBegun = nil
        } else if contentBegun == nil {
            contentBegun = now
        }
    }

    /// A piece of an answer was handed to the system.
    package mutating func hand(at now: NIODeadline) {
        if waiting == 0 { taken = now }
        waiting += 1
    }

    /// The system has taken a piece, because the peer reads.
    package mutating func take(at now: NIODeadline) {
        waiting -= 1
        taken = now
    }

    /// When to look again; `nil` if nothing has to happen in time.
    ///
    /// - Parameter awaitsPeer: whether the peer has to send something. While a whole request is being answered, it has
    ///   not.
    package func due(awaitsPeer: Bool) -> NIODeadline? {
        var due: NIODeadline?
        if awaitsPeer { due = heard + times.idle }
        if let contentBegun { due = min(due ?? .distantFuture, contentBegun + times.body) }
        if waiting > 0 { due = min(due ?? .distantFuture, taken + times.stalledAnswer) }
        return due
    }

    /// What the peer has missed by now.
    package func verdict(awaitsPeer: Bool, at now: NIODeadline) -> Verdict? {
        if waiting > 0, taken + times.stalledAnswer <= now { return .stalled }
        if let contentBegun, contentBegun + times.body <= now { return .late }
        return awaitsPeer && heard + times.idle <= now ? .late : nil
    }
}
