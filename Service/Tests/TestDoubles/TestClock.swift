import Foundation
import Synchronization

/// A clock that the test sets.
final class TestClock: Sendable {
    private let moment: Mutex<Date>

    init(_ moment: Date = Date(timeIntervalSince1970: 1_790_000_000)) {
        self.moment = Mutex(moment)
    }

    var now: Date { moment.withLock { $0 } }

    func advance(_ seconds: Double) {
        moment.withLock { $0 += seconds }
    }
}
