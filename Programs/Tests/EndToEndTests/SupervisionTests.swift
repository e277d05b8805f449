import ChildPrograms
import Foundation
import Testing
import Waiting

/// What a supervisor such as systemd hears from `siwa serve` (sd_notify(3)).
@Suite struct SupervisionTests {
    /// A datagram socket at a path, as systemd has one.
    private final class NotifySocket: Sendable {
        private let descriptor: Int32

        init(_ path: String) throws {
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            var patience = timeval(tv_sec: Patience.seconds, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
            try #require(result == 0)
        }

        deinit { close(descriptor) }

        /// The next state; `nil` if none comes.
        func next() async -> String? {
            await onThread {
                var bytes = [UInt8](repeating: 0, count: 256)
                let count = recv(self.descriptor, &bytes, bytes.count, 0)
                return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
            }
        }

        /// Whether a state comes, after others.
        func hears(_ state: String) async -> Bool {
            while let next = await next() { if next == state { return true } }
            return false
        }
    }

    private func start(_ system: SignInSystem, _ variables: [String: String]) async throws -> LivingProgram {
        try await LivingProgram(
            .siwa, ["serve", "--config", system.configuration], log: system.folder + "/siwa.log",
            environment: variables)
    }

    @Test func `hears that it is ready, that it lives, and that it stops`() async throws {
        try await SignInSystem.run { system in
            let path = system.folder + "/notify"
            let socket = try NotifySocket(path)
            let service = try await start(system, ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"])
            #expect(await socket.hears("READY=1"))
            for _ in 0..<3 { #expect(await socket.hears("WATCHDOG=1")) }
            // The queue of the socket is short (unix(7)), so it is read while the service ends.
            async let end: Void = service.stop()
            #expect(await socket.hears("STOPPING=1"))
            await end
        }
    }

    @Test func `hears of no life that it did not ask for`() async throws {
        try await SignInSystem.run { system in
            let path = system.folder + "/notify"
            let socket = try NotifySocket(path)
            let service = try await start(
                system, ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000", "WATCHDOG_PID": "1"])
            #expect(await socket.next() == "READY=1")
            await service.stop()
            #expect(await socket.next() == "STOPPING=1")
        }
    }
}
