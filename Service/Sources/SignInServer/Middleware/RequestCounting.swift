import Hummingbird

/// Counts every request by its route and the status of its reply. Paths that nobody serves are one route.
struct RequestCounting: RouterMiddleware {
    let metrics: ServiceMetrics
    let routes: [String: [Route]]

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        let path = request.uri.path
        metrics.count(path: routes[path] == nil ? nil : path, status: response.status.code)
        return response
    }
}
