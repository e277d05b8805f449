import Foundation
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInBackground

/// Compares the service's clock with Apple's. Sunday, 6 November 1994, 08:49:37 is the example of RFC 9110.
@Suite final class ClockDriftTests {
    private static let apples = Date(timeIntervalSince1970: 784_111_777)
    private static let header = [(name: "Date", value: "Sun, 06 Nov 1994 08:49:37 GMT")]
    private let log = CapturedLog()
    private let clocks = Clocks()
    private let drift: ClockDrift

    init() {
        let clocks = clocks
        drift = ClockDrift(now: { clocks.now }, uptime: { clocks.uptime }, logger: log.logger)
    }

    /// The service's clock, which may jump, and a monotonic one.
    private final class Clocks: Sendable {
        private let shown = Mutex((now: ClockDriftTests.apples, uptime: 7.0))

        var now: Date { shown.withLock { $0.now } }
        var uptime: Double { shown.withLock { $0.uptime } }

        func advance(_ seconds: Double, by counted: Double) {
            shown.withLock { $0 = ($0.now + seconds, $0.uptime + counted) }
        }
    }

    private func note(
        from asked: Double, to answered: Double, _ headers: [(name: String, value: String)] = ClockDriftTests.header
    ) {
        clocks.advance(answered - clocks.now.timeIntervalSince(Self.apples), by: 0)
        drift.note(
            TransportResponse(status: 200, headers: headers), askedAt: Self.apples + asked,
            answeredAt: Self.apples + answered)
    }

    @Test(
        arguments: [
            // When Apple was asked, when it responded, and the expected difference: what neither a slow response nor
            // Apple's whole seconds can explain.
            (0, 0, 0), (-5, 5, 0), (0.9, 1, 0), (31, 31.5, 30), (45, 46, 44), (-46, -45, -45), (3_601, 3_602, 3_600),
            (-315_360_001, -315_360_000, -315_360_000),
        ] as [(Double, Double, Double)])
    func `the difference is what cannot be explained otherwise`(asked: Double, answered: Double, ahead: Double) {
        note(from: asked, to: answered)
        #expect(drift.seconds == ahead)
    }

    @Test func `an operator is warned once beyond thirty seconds, in either direction, and told when it is over`() {
        for second in [0.0, 31, 32, 45, 50, 2, 0, -29, -31, -3_600, 0] { note(from: second, to: second) }
        #expect(
            log.all == [
                "warning the clock differs from Apple's seconds_ahead=31",
                "notice the clock agrees with Apple's again seconds_ahead=1",
                "warning the clock differs from Apple's seconds_ahead=-31",
                "notice the clock agrees with Apple's again seconds_ahead=0",
            ])
    }

    @Test func `a jump is known at once, and so is its end`() {
        note(from: 0, to: 0)
        clocks.advance(3_600, by: 3_600)
        #expect(drift.seconds == 0)
        clocks.advance(315_360_000, by: 0)
        #expect(drift.seconds == 315_360_000 && drift.isFarOff)
        clocks.advance(-315_360_000, by: 1)
        #expect(drift.seconds == -1 && !drift.isFarOff)
        clocks.advance(-90_000, by: 0)
        #expect(drift.isFarOff)
    }

    @Test func `an answer out of a cache is as old as it says`() {
        note(from: 600, to: 601, Self.header + [(name: "Age", value: "600")])
        #expect(drift.seconds == 0)
    }

    @Test(arguments: [
        "", "784111777", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 06 Now 1994 08:49:37 GMT",
    ])
    func `an answer without a time says nothing`(value: String) {
        note(from: 900, to: 900, [(name: "Date", value: value)])
        note(from: 900, to: 900, [])
        // The clock jumped during the request.
        note(from: 900, to: 0)
        #expect(drift.seconds == nil && log.all == [] && !drift.isFarOff)
    }

    @Test func `every answer of a watched transport is looked at`() async throws {
        struct Answering: HTTPTransport {
            func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
                TransportResponse(status: 400, headers: [(name: "date", value: ClockDriftTests.header[0].value)])
            }
        }
        let ahead = ClockDrift(now: { Self.apples + 45 }, uptime: { 0 }, logger: log.logger)
        _ = try await ahead.watching(Answering()).send(TransportRequest(method: .get, url: "https://apple.example/"))
        #expect(ahead.seconds == 44)
        #expect(log.all.count == 1)
    }
}
