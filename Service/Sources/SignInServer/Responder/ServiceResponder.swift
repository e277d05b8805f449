import Hummingbird

/// Answers every request in one pass: determines the client, applies the limits, calls the route or renders the
/// refusal, adds the common headers, and updates the metrics and the log.
struct ServiceResponder: HTTPResponder {
    let table: RouteTable
    let addresses: ClientAddress
    let limits: RequestLimits
    let errors: ErrorRendering
    let origins: CrossOrigin
    let headers: SecurityHeaders
    let metrics: ServiceMetrics
    let log: RequestLog

    @concurrent func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let start = ContinuousClock.now
        var context = context
        addresses.settle(&context, request)
        let served = table.find(request)
        var response: Response
        do {
            response = try await answer(request, served, context)
        } catch {
            response = try errors.render(error, request, context)
        }
        origins.add(to: &response, for: request)
        headers.add(to: &response, for: request, requestID: context.requestID.text)
        metrics.count(path: served.path, status: response.status.code)
        log.write(served, status: response.status, since: start, context)
        return response
    }

    private func answer(_ request: Request, _ served: ServedPath, _ context: ServiceContext) async throws -> Response {
        let route = try limits.admit(request, served, from: context.client)
        do {
            return try await route.answer(request, context, table.authenticators)
        } catch {
            limits.charge(error, to: context.client, at: route)
            throw error
        }
    }
}
