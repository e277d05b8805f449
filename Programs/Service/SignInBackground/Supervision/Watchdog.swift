import Foundation
import ServiceLifecycle

/// Tells systemd that the process is alive, twice in each interval in which it wants to hear that (`WatchdogSec`,
/// sd_watchdog_enabled(3)). systemd restarts a process that has fallen silent.
package struct Watchdog: Service {
    private let socket: SystemdSocket
    private let interval: Duration?
    private let answer: @Sendable () async -> Void

    /// - Parameters:
    ///   - environment: names the interval, and the process that it is meant for.
    ///   - answer: returns once everything that serves requests has answered. If something hangs, systemd hears nothing.
    package init(
        _ socket: SystemdSocket, environment: [String: String], answer: @escaping @Sendable () async -> Void
    ) {
        self.socket = socket
        self.answer = answer
        interval = Self.interval(environment, processIdentifier: getpid())
    }

    /// Half of the time that systemd waits; `nil` if it does not wait for this process.
    static func interval(_ environment: [String: String], processIdentifier: Int32) -> Duration? {
        guard let text = environment["WATCHDOG_USEC"], let microseconds = Int64(text), microseconds > 0 else {
            return nil
        }
        if let process = environment["WATCHDOG_PID"], process != String(processIdentifier) { return nil }
        return .microseconds(max(1, microseconds / 2))
    }

    package func run() async throws {
        if let interval {
            await work(every: interval) {
                await answer()
                // At the end of the service, an answer that hangs is cancelled.
                if !Task.isCancelled { socket.send("WATCHDOG=1") }
            }
        } else {
            try? await gracefulShutdown()
        }
        socket.send("STOPPING=1")
    }
}
