import HTTPTypes
import Hummingbird
import Logging

/// One line for each request: method, path, status, time. No query, no body, no cookie, no address book of people.
///
/// A path that is not one of ours is not written down, since anything can stand in it.
struct RequestLog: RouterMiddleware {
    let methods: [String: [HTTPRequest.Method]]

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let path = request.uri.path
        context.logger.log(
            level: path.hasPrefix("/health/") ? .debug : .info, "request",
            metadata: [
                "method": "\(methods[path]?.contains(request.method) == true ? request.method.rawValue : "other")",
                "path": "\(methods[path] == nil ? "unknown" : path)",
                "status": "\(response.status.code)",
                "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
            ])
        return response
    }
}
