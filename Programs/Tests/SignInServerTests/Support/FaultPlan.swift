import Foundation
import SignInKit
import Synchronization

/// What goes wrong on a person's way through an app, once.
enum JourneyFault: Sendable, CustomStringConvertible {
    case nothing
    /// The service has done what the request of this number wanted, and its answer is lost.
    case lostAnswer(Int)
    /// The app's process ends at the step of this number: an answer came, or an item of the storage was changed.
    case kill(Int)

    var description: String {
        switch self {
        case .nothing: "nothing goes wrong"
        case .lostAnswer(let number): "answer \(number) is lost"
        case .kill(let number): "the process ends at step \(number)"
        }
    }
}

/// Counts the answers and the changes of the storage of all processes of an app, and lets one go wrong.
final class FaultPlan: Sendable {
    struct Steps: Sendable {
        var answers = 0
        var changes = 0
        var all: Int { answers + changes }
    }

    private struct State {
        var steps = Steps()
        var isCounting = false
        var processes = 0
        var ended = 0
    }

    private let fault: JourneyFault
    private let state = Mutex(State())

    init(_ fault: JourneyFault) { self.fault = fault }

    var steps: Steps { state.withLock { $0.steps } }
    /// Whether the newest process has ended.
    var isEnded: Bool { state.withLock { $0.ended == $0.processes } }

    /// Counts from now on. What came before only prepares.
    func begin() { state.withLock { $0.isCounting = true } }

    /// Nothing goes wrong from now on.
    func stop() { state.withLock { $0.isCounting = false } }

    /// Begins a process. Those before have ended.
    func beginProcess() -> Int {
        state.withLock { state in
            state.ended = state.processes
            state.processes += 1
            return state.processes
        }
    }

    func isAlive(_ process: Int) -> Bool { state.withLock { $0.ended < process } }

    /// Whether an answer reaches the process.
    func receives(_ process: Int) -> Bool {
        state.withLock { state in
            guard state.ended < process else { return false }
            guard state.isCounting else { return true }
            state.steps.answers += 1
            if case .lostAnswer(state.steps.answers) = fault { return false }
            return !ends(process, &state)
        }
    }

    /// Notes that the process has changed the storage.
    func changed(_ process: Int) {
        state.withLock { state in
            guard state.ended < process, state.isCounting else { return }
            state.steps.changes += 1
            _ = ends(process, &state)
        }
    }

    private func ends(_ process: Int, _ state: inout State) -> Bool {
        guard case .kill(state.steps.all) = fault else { return false }
        state.ended = process
        return true
    }
}

/// The network of one process, which ends with it.
struct ProcessTransport: ServiceTransport {
    let inner: RouterTransport
    let plan: FaultPlan
    let process: Int

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard plan.isAlive(process) else { throw URLError(.networkConnectionLost) }
        let answer = try await inner.send(request)
        guard plan.receives(process) else { throw URLError(.networkConnectionLost) }
        return answer
    }
}

/// The storage as one process sees it. After its end the process changes nothing.
struct ProcessStorage: SignInStorage {
    let inner: MemoryStorage
    let plan: FaultPlan
    let process: Int

    func read(_ item: StoredItem) throws -> Data? { inner.read(item) }

    func write(_ data: Data, to item: StoredItem) throws {
        guard plan.isAlive(process) else { throw CocoaError(.fileWriteUnknown) }
        inner.write(data, to: item)
        plan.changed(process)
    }

    func remove(_ item: StoredItem) throws {
        guard plan.isAlive(process) else { throw CocoaError(.fileWriteUnknown) }
        guard inner.read(item) != nil else { return }
        inner.remove(item)
        plan.changed(process)
    }
}
