import Foundation
import Testing

@testable import SignInBackground

/// The watchdog on a real socket, with something that hangs.
@Suite struct SilentWatchdogTests {
    @Test(.timeLimit(.minutes(10)))
    func `reports no life while something hangs`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/notify-\(UUID().uuidString)"
        defer { unlink(path) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        let socket = try #require(SystemdSocket(environment: ["NOTIFY_SOCKET": path]))
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let watchdog = Watchdog(socket, environment: ["WATCHDOG_USEC": "2000"]) {
            ask.yield()
            // Hangs until the service ends.
            try? await Task.sleep(for: .seconds(3_600))
        }
        let life = Task { try await watchdog.run() }
        for await _ in asked { break }
        life.cancel()
        _ = await life.result
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "STOPPING=1")
    }
}
