import Foundation
import SignInWithApple
import Testing

@testable import SignInFlows

@Suite struct EventScheduleTests {
    private func fate(_ status: Int, retryAfter: Int? = nil, attempts: Int = 1, chance: Double = 0) -> EventFate {
        EventSchedule.fate(after: .status(status, retryAfter: retryAfter), attempts: attempts, chance: chance)
    }

    @Test(arguments: [200, 201, 202, 204, 299])
    func `any 2xx is a yes, however late`(_ status: Int) {
        for attempts in [1, 9, 10, 1_000] { #expect(fate(status, attempts: attempts) == .delivered) }
    }

    @Test func `410 asks for no more`() {
        #expect(fate(410) == .givenUp)
    }

    @Test(arguments: [0, 100, 199, 300, 301, 302, 307, 400, 401, 404, 409, 411, 429, 500, 502, 503])
    func `any other status is tried again, a redirect, too`(_ status: Int) {
        #expect(fate(status) == .again(after: 5))
    }

    @Test(arguments: TransportFailure.allCases)
    func `no answer is tried again`(_ failure: TransportFailure) {
        #expect(EventSchedule.fate(after: .failed(failure), attempts: 2, chance: 0) == .again(after: 300))
    }

    @Test func `waits grow to a day, and end after three days`() {
        let waits = (1...9).map { fate(500, attempts: $0) }
        let hours = [5.0 / 3_600, 1.0 / 12, 0.5, 2, 5, 10, 14, 20, 24]
        #expect(waits == hours.map { .again(after: ($0 * 3_600).rounded()) })
        #expect(fate(500, attempts: 10) == .givenUp)
        let all = EventSchedule.waits.reduce(0, +)
        #expect(all > 3 * 86_400 && all < 4 * 86_400)
    }

    @Test func `chance makes a wait longer by up to a fifth, never shorter`() {
        #expect(fate(500, attempts: 3, chance: 0.5) == .again(after: 1_980))
        #expect(fate(500, attempts: 3, chance: 1) == .again(after: 2_160))
    }

    @Test func `the backend may ask for a longer wait, up to a day, and not for a shorter one`() {
        #expect(fate(429, retryAfter: 60) == .again(after: 60))
        #expect(fate(503, retryAfter: 1, attempts: 2) == .again(after: 300))
        #expect(fate(503, retryAfter: 10_000_000) == .again(after: 86_400))
        #expect(fate(503, retryAfter: -5) == .again(after: 5))
    }
}
