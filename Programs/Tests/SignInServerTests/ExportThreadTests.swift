import HTTPTypes
import HummingbirdTesting
import NIOPosix
import SignInAPI
import Synchronization
import TestDoubles
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

    @Test func `the route reads an account's lists in such pages`() async throws {
        let service = try TestService()
        let isOnLoop = Mutex<[Bool]>([])
        try await service.run(.live) { caller in
            let session = try await caller.signInNatively()
            for place in 0..<8 {
                service.database.interrupt(after: place) {
                    isOnLoop.withLock { $0.append(MultiThreadedEventLoopGroup.currentEventLoop != nil) }
                }
            }
            let copy = try await caller.get(Paths.accountExport, headers: bearer(session))
            #expect(copy.status == .ok)
        }
        let seen = isOnLoop.withLock { $0 }
        #expect(seen.first == true, "who asks is found on the request's event loop")
        #expect(seen.suffix(2) == [false, false], "the audit, then the sessions")
    }
}
