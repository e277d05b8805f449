import HTTPServing
import Testing

@testable import AppleIDEmulator

@Suite struct ServerTests {
    @Test func `tells its base URL once it is bound, ends when cancelled, and fails on a taken port`() async throws {
        let first = try TestEmulator { $0.listen = ListenAddress(host: "127.0.0.1", port: 0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await first.server.run() }
            let baseURL = try await first.server.baseURL
            let port = try #require(baseURL.split(separator: ":").last.flatMap { Int($0) })
            #expect(port > 0 && baseURL == "http://127.0.0.1:\(port)")

            let second = try TestEmulator { $0.listen = ListenAddress(host: "127.0.0.1", port: port) }
            await #expect(throws: (any Error).self) { try await second.server.run() }
            await #expect(throws: (any Error).self) { try await second.server.baseURL }
            group.cancelAll()
            // a cancelled server may end with or without an error, but it must end
            while let result = await group.nextResult() { _ = result }
        }
    }
}
