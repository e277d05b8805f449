import HTTPTypes
import Hummingbird
import Logging

/// Logs one line per request: method, path, status and time, but no query, body, cookie or personal data.
///
/// An unknown path is not logged, because it may contain anything.
struct RequestLog: Sendable {
    /// Logs a request that has been answered.
    func write(
        _ served: ServedPath, _ method: HTTPRequest.Method, status: HTTPResponse.Status,
        since start: ContinuousClock.Instant, _ context: ServiceContext
    ) {
        let level: Logger.Level = served.path?.hasPrefix("/health/") == true ? .debug : .info
        guard context.logLevel <= level else { return }
        context.logger.log(
            level: level, "request",
            metadata: [
                "method": "\(served.route == nil ? "other" : method.rawValue)",
                "path": "\(served.path ?? "unknown")",
                "status": "\(status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
    }
}
