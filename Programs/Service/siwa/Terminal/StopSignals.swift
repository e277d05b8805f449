import UnixSignals

/// SIGINT and SIGTERM during work that has to clear something away before the process ends.
enum StopSignals {
    /// A signal stopped the work.
    struct Stopped: Error, CustomStringConvertible {
        let description = "stopped by a signal"
    }

    /// Runs `work`. A signal cancels it instead of ending the process.
    static func cancelling<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            defer { group.cancelAll() }
            var isStopped = false
            do {
                while let ended = try await group.next() {
                    if let value = ended { return value }
                    isStopped = true
                    group.cancelAll()
                }
            } catch {
                // The error of a cancelled transaction does not name the cause.
                guard isStopped else { throw error }
            }
            throw Stopped()
        }
    }
}
