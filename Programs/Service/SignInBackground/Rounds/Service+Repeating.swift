package import ServiceLifecycle

extension Service {
    /// Runs the work at once, and again after each interval, until the service is told to stop.
    package func work(every interval: Duration, _ work: @escaping @Sendable () async -> Void) async {
        try? await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await work()
                try await Task.sleep(for: interval)
            }
        }
    }
}
