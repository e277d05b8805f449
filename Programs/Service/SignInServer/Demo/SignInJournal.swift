import AccountStorage
package import Foundation
package import SignInFlows
import Synchronization

/// The steps of the latest sign-ins, for the demo page. They are held in memory, limited in number, and contain no
/// secrets.
package final class SignInJournal: Sendable {
    struct Entry: Sendable, Equatable {
        let point: SignInStep.Point
        let at: Date
    }

    private struct Flow {
        let attempt: AttemptID
        var session: SessionID?
        var entries: [Entry]
    }

    private static let maximumFlows = 64
    private static let maximumEntries = 32

    private let flows = Mutex<[Flow]>([])
    private let now: @Sendable () -> Date

    /// Creates an empty journal.
    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Records a step. If there are too many sign-ins, the oldest one is dropped.
    package func record(_ step: SignInStep) {
        let entry = Entry(point: step.point, at: now())
        flows.withLock { flows in
            if let index = flows.firstIndex(where: { $0.attempt == step.attempt }) {
                guard flows[index].entries.count < Self.maximumEntries else { return }
                flows[index].entries.append(entry)
                flows[index].session = step.session ?? flows[index].session
            } else {
                if flows.count == Self.maximumFlows { flows.removeFirst() }
                flows.append(Flow(attempt: step.attempt, session: step.session, entries: [entry]))
            }
        }
    }

    /// The steps that led to a session, in order.
    func entries(leadingTo session: SessionID?) -> [Entry] {
        flows.withLock { flows in flows.last { session != nil && $0.session == session }?.entries ?? [] }
    }
}
