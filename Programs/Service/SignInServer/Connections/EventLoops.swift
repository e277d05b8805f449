import NIOCore
import NIOPosix

/// The threads that read requests and write answers.
package enum EventLoops {
    /// Returns once each of them has run something. Every request runs on one of them, so one that hangs takes its
    /// connections with it.
    @Sendable package static func answer() async {
        for loop in MultiThreadedEventLoopGroup.singleton.makeIterator() { try? await loop.submit {}.get() }
    }
}
