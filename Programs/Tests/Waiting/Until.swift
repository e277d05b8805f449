package import Testing

/// Waits for a condition, however long it takes, and checks it every millisecond. A loop with `Task.yield()` would use
/// the core that the awaited work needs.
///
/// Ends early if the task is cancelled, and records an issue if the condition never becomes true.
package func until<Failure: Error>(
    sourceLocation: SourceLocation = #_sourceLocation, _ isSo: () async throws(Failure) -> Bool
) async throws(Failure) {
    let end = ContinuousClock.now + Patience.duration
    while try await !isSo(), !Task.isCancelled {
        guard ContinuousClock.now < end else {
            Issue.record("This never happened.", sourceLocation: sourceLocation)
            return
        }
        try? await Task.sleep(for: .milliseconds(1))
    }
}
