import Foundation
import Testing
import Waiting

@testable import SignInBackground

/// The watchdog on a real socket, with something that hangs: a part of the service, or who reads the socket.
@Suite struct SilentWatchdogTests {
    private let path = FileManager.default.temporaryDirectory.path + "/notify-\(UUID().uuidString)"

    /// A datagram socket at the path, as systemd has one.
    private func listen() throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        try #require(withAddress { bind(descriptor, $0, $1) } == 0)
        return descriptor
    }

    private func withAddress(_ use: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Sends until the queue is full.
    private func fillQueue() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        try #require(withAddress { connect(descriptor, $0, $1) } == 0)
        while send(descriptor, "x", 1, Int32(MSG_DONTWAIT)) == 1 {}
        try #require(errno == EAGAIN)
    }

    @Test func `ends though nobody reads what it reports`() async throws {
        let descriptor = try listen()
        defer {
            close(descriptor)
            unlink(path)
        }
        try fillQueue()
        let socket = try #require(SystemdSocket(environment: ["NOTIFY_SOCKET": path]))
        let (reports, report) = AsyncStream<Void>.makeStream()
        let watchdog = Watchdog(socket, environment: ["WATCHDOG_USEC": "2000"]) { report.yield() }
        let life = Task { try await watchdog.run() }
        for await _ in reports { break }
        life.cancel()
        let ended = DispatchSemaphore(value: 0)
        Task {
            _ = await life.result
            ended.signal()
        }
        let result = await onThread { ended.wait(timeout: .now() + .seconds(Patience.seconds)) }
        #expect(result == .success)
    }

    @Test(.timeLimit(.minutes(10)))
    func `reports no life while something hangs`() async throws {
        let descriptor = try listen()
        defer {
            close(descriptor)
            unlink(path)
        }
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
