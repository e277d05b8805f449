package import Foundation
package import Logging
package import SignInWithApple
import Synchronization

/// Measures how far our clock differs from Apple's, using the `Date` of Apple's answers (RFC 9110 §6.6.1).
///
/// Apple's tokens have exact times of validity. With a wrong clock, valid tokens are refused or expired ones accepted.
/// Between two answers, a monotonic clock extrapolates Apple's time, so a jump of our clock is noticed at once.
package final class ClockDrift: Sendable {
    /// The difference in seconds above which a warning is logged. A token's `iat` may be sixty seconds ahead of our
    /// clock.
    static let tolerated: TimeInterval = 30
    /// The difference in seconds above which nothing is removed as expired, because it may not have expired.
    static let farOff: TimeInterval = 86_400

    private struct State {
        /// How far our clock was ahead, our time at that moment, and the monotonic clock's value.
        var reading: (ahead: TimeInterval, at: Date, uptime: TimeInterval)?
        var isTold = false
    }

    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates a drift that is unknown until Apple's first answer.
    ///
    /// - Parameter uptime: seconds that keep counting when the clock is changed and while the machine sleeps.
    package init(
        now: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> TimeInterval = ClockDrift.systemUptime,
        logger: Logger
    ) {
        self.now = now
        self.uptime = uptime
        self.logger = logger
    }

    /// How many seconds our clock is ahead of Apple's, negative if it is behind; `nil` before Apple's first answer.
    package var seconds: TimeInterval? {
        guard let reading = state.withLock({ $0.reading }) else { return nil }
        return reading.ahead + now().timeIntervalSince(reading.at) - (uptime() - reading.uptime)
    }

    /// Whether our clock differs by more than a single odd answer could explain.
    package var isFarOff: Bool { abs(seconds ?? 0) > Self.farOff }

    /// Seconds since an arbitrary moment.
    @Sendable package static func systemUptime() -> TimeInterval {
        let parts = begin.duration(to: .now).components
        return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
    }

    private static let begin = ContinuousClock.now

    /// Wraps a transport so that each answer updates the drift.
    package func watching(_ transport: any HTTPTransport) -> any HTTPTransport {
        WatchedTransport(inner: transport, drift: self, now: now)
    }

    /// Compares the clocks. Apple wrote its time, in whole seconds, between our request and its answer.
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

    /// Apple's time when the answer arrived. A cached answer was written `Age` seconds before (RFC 9111 §4.2.3).
    static func time(of response: TransportResponse) -> Date? {
        guard let text = response.header("Date"), let date = date(text) else { return nil }
        return date.addingTimeInterval(response.header("Age").flatMap { UInt32($0) }.map(Double.init) ?? 0)
    }

    /// Parses the only date format that senders may generate (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
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
