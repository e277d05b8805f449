/// A process that stops for ever at a named step: nothing after the step happens, as after SIGKILL.
final class Freezer: Sendable {
    private let frozen: AsyncStream<Void>
    private let reached: AsyncStream<Void>.Continuation

    init() {
        (frozen, reached) = AsyncStream.makeStream()
    }

    /// Tells the test, and never returns: the task is left behind like a process that was killed.
    func freeze() async {
        reached.yield()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    func waitUntilFrozen() async {
        var steps = frozen.makeAsyncIterator()
        await steps.next()
    }
}
