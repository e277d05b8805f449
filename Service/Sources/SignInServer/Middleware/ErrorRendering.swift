import Foundation
import HTTPTypes
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Turns whatever is thrown into the documented reply: JSON for programs, a page for browsers.
struct ErrorRendering: RouterMiddleware {
    let pages: Pages
    /// Where codes are explained.
    let documentation: String
    let appleHealth: AppleHealth?
    let metrics: ServiceMetrics

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let failure as CallbackFailure {
            return try render(failure.error, request, context, after: failure)
        } catch {
            return try render(error, request, context)
        }
    }

    private func reply(for error: any Error, _ context: ServiceContext) -> ErrorReply {
        if let error = error as? any HTTPResponseError { return ErrorReply(hummingbird: error) }
        if case SignInError.unavailable(.apple, _) = error { appleHealth?.recordOutage() }
        let reply = ErrorReplies.reply(for: error)
        context.logger.log(level: reply.level, "refused", metadata: Self.metadata(of: reply, error))
        return reply
    }

    /// The code says what happened; of an unforeseen error only the type is named, since its text may hold anything.
    private static func metadata(of reply: ErrorReply, _ error: any Error) -> Logger.Metadata {
        reply.code == "internal" ? ["code": "internal", "type": "\(type(of: error))"] : ["code": "\(reply.code)"]
    }

    private func render(
        _ error: any Error, _ request: Request, _ context: ServiceContext, after failure: CallbackFailure? = nil
    ) throws -> Response {
        let reply = reply(for: error, context)
        metrics.count(refusal: reply.code)
        var response =
            isBrowserRoute(request.uri.path)
            ? try pages.failure(error, reply, requestID: context.requestID, callback: failure)
            : try json(reply, requestID: context.requestID)
        if let seconds = reply.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if let allow = reply.allow { response.headers[.allow] = allow }
        if let challenge = reply.challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }

    private func isBrowserRoute(_ path: String) -> Bool {
        path == "/" || path.hasPrefix("/web/")
    }

    private func json(_ reply: ErrorReply, requestID: String) throws -> Response {
        let body = APIError(
            error: reply.code, message: reply.message, requestID: requestID,
            documentation: documentation + "#" + reply.code)
        return try Response.json(body, status: reply.status)
    }
}

extension ErrorReply {
    /// What the framework itself refuses; its text is not passed on.
    static let refusedByFramework = ErrorReply(
        status: .badRequest, code: "request_refused", message: "The request was refused.", level: .info)

    init(hummingbird error: any HTTPResponseError) {
        let refused = Self.refusedByFramework
        self.init(
            status: error.status, code: error.status == .contentTooLarge ? "body_too_large" : refused.code,
            message: refused.message, level: refused.level)
    }
}
