import Synchronization

/// The lanes of a queue, one for each receiver, so that nobody waits for a receiver that is slow or away.
///
/// Several rounds may run at once. A receiver whose lane is busy is left out of a round: its work goes on where it is,
/// and everybody else's is done.
final class QueueLanes: Sendable {
    private let busy = Mutex<Set<String>>([])

    /// Runs the work of every receiver whose lane is free at the same time, and returns the sum of the results.
    func run(
        _ receivers: [String], _ work: @escaping @Sendable (String) async throws(SignInError) -> Int
    ) async throws(SignInError) -> Int {
        let free = receivers.filter { receiver in busy.withLock { $0.insert(receiver).inserted } }
        let results = await withTaskGroup(of: Result<Int, SignInError>.self) { group in
            for receiver in free {
                group.addTask {
                    let result: Result<Int, SignInError>
                    do throws(SignInError) {
                        result = .success(try await work(receiver))
                    } catch {
                        result = .failure(error)
                    }
                    _ = self.busy.withLock { $0.remove(receiver) }
                    return result
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return try results.map { result throws(SignInError) in try result.get() }.reduce(0, +)
    }
}
