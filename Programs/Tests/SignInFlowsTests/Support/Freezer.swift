/// Simulates a process that dies at a named step: nothing after it happens, as after SIGKILL.
final class Freezer: Sendable {
    private let frozen: AsyncStream<Void>
    private let reached: AsyncStream<Void>.Continuation

    init() {
        (frozen, reached) = AsyncStream.makeStream()
    }

    /// Informs the test and never returns. The task is left behind like a killed process.
    func freeze() async {
        reached.yield()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func waitUntilFrozen() async {
        var steps = frozen.makeAsyncIterator()
        await steps.next()
    }
}
