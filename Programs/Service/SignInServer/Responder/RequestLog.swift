import HTTPTypes
import Hummingbird
package import Logging

/// A log handler that takes the line of a request as octets.
///
/// There is a line for every request. With a logger alone, each would need a copy of it that knows the request's id, and
/// a dictionary of its metadata.
package protocol RequestLineHandler: LogHandler {
    /// Writes a line, whatever the handler's own level and metadata.
    ///
    /// - Parameter metadata: appends the metadata as the log shows it, sorted by name: `method=GET status=200`.
    func write(level: Logger.Level, message: String, source: String, metadata: (inout [UInt8]) -> Void)
}

/// Logs one line per request: method, path, status and time, but no query, body, cookie or personal data.
///
/// An unknown path is not logged, because it may contain anything.
struct RequestLog: Sendable {
    private let lines: (any RequestLineHandler)?

    /// - Parameter logger: the logger that the contexts of requests have as well.
    init(_ logger: Logger) {
        lines = logger.handler as? any RequestLineHandler
    }

    /// Logs a request that has been answered.
    func write(
        _ served: ServedPath, _ method: HTTPRequest.Method, status: HTTPResponse.Status,
        since start: ContinuousClock.Instant, _ context: ServiceContext
    ) {
        let level: Logger.Level = served.routed.isHealthCheck ? .debug : .info
        guard context.logLevel <= level else { return }
        let method = served.route == nil ? "other" : method.rawValue
        let path = served.path ?? "unknown"
        let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
        guard let lines else {
            return context.logger.log(
                level: level, "request",
                metadata: [
                    "method": "\(method)", "path": "\(path)", "status": "\(status.code)",
                    "milliseconds": "\(milliseconds)",
                ])
        }
        lines.write(level: level, message: "request", source: "SignInServer") { line in
            line.append(contentsOf: "method=".utf8)
            line.append(contentsOf: method.utf8)
            line.append(contentsOf: " milliseconds=".utf8)
            line.append(contentsOf: milliseconds.description.utf8)
            line.append(contentsOf: " path=".utf8)
            line.append(contentsOf: path.utf8)
            line.append(contentsOf: " request_id=".utf8)
            context.requestID.append(to: &line)
            line.append(contentsOf: " status=".utf8)
            line.append(contentsOf: String(status.code).utf8)
        }
    }
}
