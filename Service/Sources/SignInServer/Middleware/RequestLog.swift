import HTTPTypes
import Hummingbird
import Logging

/// One line for each request: method, path, status, time. No query, no body, no cookie, no address book of people.
///
/// A path that is not one of ours is not written down, since anything can stand in it.
struct RequestLog: RouterMiddleware {
    let routes: [String: [Route]]

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let path = request.uri.path
        let served = routes[path]
        let isServed = served?.contains { $0.method == request.method } == true
        context.logger.log(
            level: path.hasPrefix("/health/") ? .debug : .info, "request",
            metadata: [
                "method": "\(isServed ? request.method.rawValue : "other")",
                "path": "\(served == nil ? "unknown" : path)",
                "status": "\(response.status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
        return response
    }
}
