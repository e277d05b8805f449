package import Foundation
import Synchronization

/// A clock that the test sets.
package final class TestClock: Sendable {
    private let moment: Mutex<Date>

    package init(_ moment: Date = Date(timeIntervalSince1970: 1_790_000_000)) {
        self.moment = Mutex(moment)
    }

    package var now: Date { moment.withLock { $0 } }

    package func advance(_ seconds: Double) {
        moment.withLock { $0 += seconds }
    }
}
