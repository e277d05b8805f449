package import Foundation
package import Logging
package import SignInWithApple
import Synchronization

/// How far our clock is from Apple's, by the `Date` of Apple's answers (RFC 9110 section 6.6.1).
///
/// Apple's tokens are good from a second to a second: with a wrong clock they are refused, or taken too long. Between two
/// answers a clock that only counts goes on for Apple's, so that a jump of ours is known at once.
package final class ClockDrift: Sendable {
    /// Seconds from which on a difference is told. A token's `iat` may be sixty seconds ahead of our clock.
    static let tolerated: TimeInterval = 30
    /// Seconds from which on nothing is removed because its time is over: it may not be.
    static let farOff: TimeInterval = 86_400

    private struct State {
        /// How far ours was ahead, when it showed this, and what the counting clock showed.
        var reading: (ahead: TimeInterval, at: Date, uptime: TimeInterval)?
        var isTold = false
    }

    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let logger: Logger
    private let state = Mutex(State())

    /// Knows nothing yet.
    ///
    /// - Parameter uptime: seconds that go on whatever becomes of the clock, also while the machine sleeps.
    package init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> TimeInterval = ClockDrift.systemUptime,
        logger: Logger
    ) {
        self.now = now
        self.uptime = uptime
        self.logger = logger
    }

    /// How many seconds our clock is ahead of Apple's, negative where it is behind; nil before Apple's first answer.
    package var seconds: TimeInterval? {
        guard let reading = state.withLock({ $0.reading }) else { return nil }
        return reading.ahead + now().timeIntervalSince(reading.at) - (uptime() - reading.uptime)
    }

    /// Whether our clock is wrong beyond anything that could be an odd answer.
    package var isFarOff: Bool { abs(seconds ?? 0) > Self.farOff }

    /// Since some moment of no meaning.
    @Sendable package static func systemUptime() -> TimeInterval {
        let parts = begin.duration(to: .now).components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }

    private static let begin = ContinuousClock.now

    /// The same transport, whose answers are looked at.
    package func watching(_ transport: any HTTPTransport) -> any HTTPTransport {
        WatchedTransport(inner: transport, drift: self, now: now)
    }

    /// Compares the clocks. Apple wrote its time, in whole seconds, after it was asked and before it had answered.
    func note(_ response: TransportResponse, askedAt: Date, answeredAt: Date) {
        guard askedAt <= answeredAt, let theirs = Self.time(of: response) else { return }
        let (least, most) = (askedAt.timeIntervalSince(theirs) - 1, answeredAt.timeIntervalSince(theirs))
        let seconds = least > 0 ? least : min(most, 0)
        let isOff = abs(seconds) > Self.tolerated
        let hasChanged = state.withLock { state in
            defer { state = State(reading: (seconds, answeredAt, uptime()), isTold: isOff) }
            return state.isTold != isOff
        }
        guard hasChanged else { return }
        let metadata: Logger.Metadata = ["seconds_ahead": "\(Int(seconds.rounded()))"]
        if isOff {
            logger.warning("the clock differs from Apple's", metadata: metadata)
        } else {
            logger.notice("the clock agrees with Apple's again", metadata: metadata)
        }
    }

    /// Apple's time when the answer came. One from a cache (RFC 9111 section 4.2.3) was written `Age` seconds before.
    static func time(of response: TransportResponse) -> Date? {
        guard let text = response.header("Date"), let date = date(text) else { return nil }
        return date.addingTimeInterval(response.header("Age").flatMap { UInt32($0) }.map(Double.init) ?? 0)
    }

    /// Reads the one form that may be sent (RFC 9110 section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Date? {
        let fields = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard text.utf8.count == 29, fields.count == 8, fields[7] == "GMT",
            let month = months.firstIndex(of: String(fields[2]))
        else { return nil }
        var parts = DateComponents()
        parts.timeZone = .gmt
        (parts.day, parts.month, parts.year) = (Int(fields[1]), month + 1, Int(fields[3]))
        (parts.hour, parts.minute, parts.second) = (Int(fields[4]), Int(fields[5]), Int(fields[6]))
        return Calendar(identifier: .gregorian).date(from: parts)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

private struct WatchedTransport: HTTPTransport {
    let inner: any HTTPTransport
    let drift: ClockDrift
    let now: @Sendable () -> Date

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        let askedAt = now()
        let response = try await inner.send(request)
        drift.note(response, askedAt: askedAt, answeredAt: now())
        return response
    }
}
