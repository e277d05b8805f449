import HTTPTypes
import Hummingbird
import Logging

/// One line for each request: method, path, status, time. No query, no body, no cookie, no address book of people.
///
/// A path that is not one of ours is not written down, since anything can stand in it.
struct RequestLog: Sendable {
    /// Writes the line of an answered request.
    func write(
        _ served: ServedPath, status: HTTPResponse.Status, since start: ContinuousClock.Instant,
        _ context: ServiceContext
    ) {
        let level: Logger.Level = served.path?.hasPrefix("/health/") == true ? .debug : .info
        guard context.logLevel <= level else { return }
        context.logger.log(
            level: level, "request",
            metadata: [
                "method": "\(served.route?.method.rawValue ?? "other")",
                "path": "\(served.path ?? "unknown")",
                "status": "\(status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
    }
}
