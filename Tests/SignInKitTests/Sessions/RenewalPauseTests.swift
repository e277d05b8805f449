import Foundation
import Testing

@testable import SignInKit

/// How long a service that is away is left alone.
@Suite struct RenewalPauseTests {
    private func secondsLeft(after failures: Int, retryAfter: Int? = nil, at seconds: Double = 0) -> Int? {
        var pause = RenewalPause()
        for _ in 0..<failures { pause.lengthen(at: Sample.start, retryAfter: retryAfter) }
        return pause.secondsLeft(at: Sample.start.addingTimeInterval(seconds))
    }

    @Test func `R4 each failure doubles the pause, up to a minute`() {
        #expect((0...8).map { secondsLeft(after: $0) } == [nil, 1, 2, 4, 8, 16, 32, 60, 60])
    }

    @Test(arguments: [(-5, 1), (0, 1), (7, 7), (900, 900), (901, 900), (86_400, 900)])
    func `a pause that the service names is used, from one second to a quarter of an hour`(named: Int, used: Int) {
        #expect(secondsLeft(after: 1, retryAfter: named) == used)
        #expect(secondsLeft(after: 8, retryAfter: named) == used, "whatever failed before")
    }

    @Test(arguments: [(0.0, 7), (0.5, 7), (6, 1), (6.9, 1), (7, nil), (8, nil), (-893, 900), (-894, nil)])
    func `a pause ends on time, or when the clock is set back, and counts whole seconds until then`(
        seconds: Double, left: Int?
    ) {
        #expect(secondsLeft(after: 1, retryAfter: 7, at: seconds) == left)
    }
}
