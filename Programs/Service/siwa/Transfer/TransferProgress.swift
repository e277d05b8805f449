import Foundation
import SignInFlows
import Synchronization

/// Shows how far a run is: a line a second on a terminal, otherwise a line a minute.
final class TransferProgress: Sendable {
    private let total: Int
    private let pause: Duration
    private let started = ContinuousClock.now
    private let shownAt = Mutex<ContinuousClock.Instant?>(nil)

    /// - Parameter total: about how many people Apple is asked.
    init(of total: Int, isWatched: Bool = isatty(2) == 1) {
        self.total = total
        pause = isWatched ? .seconds(1) : .seconds(60)
    }

    func show(_ tally: TransferTally) {
        let now = ContinuousClock.now
        let isDue = shownAt.withLock { shownAt in
            guard shownAt.map({ now - $0 >= pause }) ?? true else { return false }
            shownAt = now
            return true
        }
        if isDue { Output.remark(Self.words(tally, of: total, after: (now - started) / .seconds(1))) }
    }

    static func words(_ tally: TransferTally, of total: Int, after seconds: Double) -> String {
        let rate = seconds > 0 ? Double(tally.asked) / seconds : 0
        let left = rate > 0 ? Double(max(0, total - tally.asked)) / rate : 0
        return TransferText.line(tally) + ", \(String(format: "%.1f", rate)) a second, about "
            + "\(ProgressLine.duration(left)) left"
    }
}
