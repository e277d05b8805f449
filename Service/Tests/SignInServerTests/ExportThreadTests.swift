import NIOPosix
import Testing

@testable import HTTPServing
@testable import SignInServer

/// An export takes as long as its reader wants, so its work must not keep the event loop of other connections busy.
@Suite struct ExportThreadTests {
    @Test func `an export's pages are read and encoded on no event loop`() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let (outside, inside) = try await withTaskExecutorPreference(EventLoopExecutor(loop)) {
            let outside = MultiThreadedEventLoopGroup.currentEventLoop != nil
            let inside = try await ExportTurns().reading { MultiThreadedEventLoopGroup.currentEventLoop != nil }
            return (outside, inside)
        }
        #expect(outside, "the request itself is answered on its event loop")
        #expect(!inside)
    }
}
