import HTTPTypes
import Hummingbird

/// Answers every request in one pass: determines the client, applies the limits, calls the route or renders the
/// refusal, adds the common headers, and updates the metrics and the log.
struct ServiceResponder: HTTPResponder {
    let table: RouteTable
    let addresses: ClientAddress
    let limits: RequestLimits
    let errors: ErrorRendering
    let headers: SecurityHeaders
    let metrics: ServiceMetrics
    let log: RequestLog

    /// The whole reply, for callers without a connection.
    @concurrent func respond(to request: Request, context: ServiceContext) async throws -> Response {
        var response = try await reply(to: request, context)
        headers.addConstant(to: &response)
        return response
    }

    /// The reply without the headers that every reply has, which the connection adds.
    @concurrent func reply(to request: Request, _ context: ServiceContext) async throws -> Response {
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
        served.routed.crossOrigin?.add(to: &response, for: request)
        headers.add(to: &response, served.routed.openerPolicy, requestID: context.requestID.text)
        metrics.count(path: served.path, status: response.status.code)
        log.write(served, request.method, status: response.status, since: start, context)
        return request.method == .head ? response.withoutContent : response
    }

    private func answer(_ request: Request, _ served: ServedPath, _ context: ServiceContext) async throws -> Response {
        let route = try limits.admit(request, served, from: context.client)
        do {
            return try await RequestID.$current.withValue(context.requestID) {
                try await route.answer(request, context, table.authenticators)
            }
        } catch {
            limits.charge(error, to: context.client, at: route)
            throw error
        }
    }
}

extension Response {
    /// The answer to HEAD: the length stays that of the content (RFC 9110 section 8.6). A route whose content has no
    /// known length answers no HEAD, because an empty body would make it 0.
    fileprivate var withoutContent: Response {
        var response = self
        response.body = ResponseBody()
        if let length = headers[.contentLength] { response.headers[.contentLength] = length }
        return response
    }
}
