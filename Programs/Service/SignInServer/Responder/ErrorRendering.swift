import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// Turns a thrown error into the documented reply: JSON for programs, in the form of OAuth 2.0 for OpenID clients, a page
/// for browsers.
struct ErrorRendering: Sendable {
    let pages: PageSet
    /// The URL of the page that explains the codes.
    let documentation: String
    let appleHealth: AppleHealth?
    let metrics: ServiceMetrics
    let environment: SignInEnvironment

    /// The reply to a request whose handling threw.
    func render(_ error: any Error, _ request: Request, _ context: ServiceContext) throws -> Response {
        guard let failure = error as? CallbackFailure else { return try render(error, request, context, after: nil) }
        return try render(failure.error, request, context, after: failure)
    }

    private func reply(for error: any Error, _ context: ServiceContext) -> ErrorReply {
        let failure = error as? ClientRequestFailure
        let cause = failure?.error ?? error
        let reply = ErrorReply(cause)
        if reply.code == .appleUnavailable { appleHealth?.recordOutage() }
        let more = failure?.metadata(with: reply.code) ?? [:]
        context.logger.log(
            level: reply.level, "refused", metadata: Self.metadata(of: reply, cause).merging(more) { own, _ in own })
        return reply
    }

    /// The code says what happened. For an unexpected error only the type is logged, because its text may contain
    /// anything.
    private static func metadata(of reply: ErrorReply, _ error: any Error) -> Logger.Metadata {
        var code: Logger.Metadata = ["code": "\(reply.code.name)"]
        // Only our own names: one that was sent may contain anything.
        let nearest = reply.names?.sent.compactMap(\.nearest) ?? []
        if !nearest.isEmpty { code["nearest"] = "\(nearest.joined(separator: " "))" }
        if let detail = reply.code.detail {
            if let seen = detail.seen { code["seen"] = "\(seen)" }
            if !detail.configured.isEmpty { code["configured"] = "\(detail.names)" }
            if let mistake = detail.mistake { code["mistake"] = "\(mistake.rawValue)" }
        }
        return reply.code == .unforeseen ? code.merging(["type": "\(type(of: error))"]) { $1 } : code
    }

    private func render(
        _ error: any Error, _ request: Request, _ context: ServiceContext, after failure: CallbackFailure?
    ) throws -> Response {
        let reply = reply(for: error, context)
        metrics.count(refusal: reply.code.name)
        var response = try response(to: request, reply, requestID: context.requestID.text, after: failure)
        if let seconds = reply.retryAfter { response.headers[.retryAfter] = String(seconds) }
        if let allow = reply.allow { response.headers[.allow] = allow }
        return response
    }

    private func response(
        to request: Request, _ reply: ErrorReply, requestID: String, after failure: CallbackFailure?
    ) throws -> Response {
        let path = request.uri.path
        if OAuthErrorReply.paths.contains(path) {
            return try OAuthErrorReply(reply: reply, request: request, documentation: documentation).response()
        }
        // Without an app, its page is as unknown as any other path.
        let isOfOpenID =
            Self.openIDPages.contains(path) && !(path == Paths.oauthApp && reply.code == .routeUnknown)
        let isPage = isOfOpenID || path == Paths.start || path.hasPrefix("/web/")
        // A person may have mistyped the address, but not that of a call.
        let isNegotiated = reply.code == .routeUnknown && !isPage && !path.hasPrefix("/v1/")
        var response =
            isPage || isNegotiated && request.headers.askForPage
            ? try pages.pages(for: request, presentation(of: request, after: failure)).failure(
                reply, requestID: requestID, callback: failure, again: isOfOpenID ? again(request) : Paths.webSignIn)
            : try json(reply, requestID: requestID)
        if isNegotiated { response.headers.append(HTTPField(name: .vary, value: "Accept")) }
        // The address contains a code.
        if path == Paths.oauthApp { response.headers[.referrerPolicy] = "no-referrer" }
        if let challenge = reply.code.challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }

    private func presentation(of request: Request, after failure: CallbackFailure?) -> PagePresentation {
        failure.map { PagePresentation(of: $0.again, in: environment) }
            ?? PagePresentation(of: request, in: environment)
    }

    private static let openIDPages = [
        Paths.oauthAuthorize, Paths.oauthContinue, Paths.oauthApp, Paths.oauthLogout, Paths.oauthLogoutConfirm,
    ]

    /// Where the person can try again. Our own sign-in would lead nowhere, since a client waits for the answer.
    private func again(_ request: Request) -> String {
        guard request.method == .get, request.uri.path != Paths.oauthApp, let query = request.uri.query else {
            return Paths.start
        }
        return request.uri.path + "?" + query
    }

    private func json(_ reply: ErrorReply, requestID: String) throws -> Response {
        let body = APIError(
            error: reply.code.name, message: reply.code.message + (reply.names.map { " " + $0.sentences } ?? ""),
            requestID: requestID, documentation: documentation + "#" + reply.code.name,
            unknown: reply.names?.sent.map { APIError.UnknownName(name: $0.name, nearest: $0.nearest) },
            known: reply.names?.known, handle: reply.heldPerson?.handle, expiresIn: reply.heldPerson?.expiresIn)
        return try Response.json(body, status: reply.status)
    }
}
