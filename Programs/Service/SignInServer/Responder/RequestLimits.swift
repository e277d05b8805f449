import HTTPConnections
import HTTPServing
import Hummingbird
import SignInFlows
import SignInWithApple

/// Refuses requests that no route should see: headers over 16 KiB, a missing or repeated host, malformed targets,
/// unknown paths and methods, and too many requests.
struct RequestLimits: Sendable {
    let limiter: RateLimiter

    private static let maximumHeaderBytes = 16_384
    /// The overhead counted for each field, as in HTTP/2 (RFC 9113 §6.5.2).
    private static let fieldOverhead = 32

    /// The route of an admitted request. Takes from the route's budget, unless the request's mode is refused.
    func admit(_ request: Request, _ served: ServedPath, from client: NetworkAddress?) throws(RequestRefusal) -> Route {
        let size = request.headers.reduce(request.uri.string.utf8.count) { size, field in
            size + field.name.rawName.utf8.count + field.value.utf8.count + Self.fieldOverhead
        }
        guard size <= Self.maximumHeaderBytes, !isOversized(request) else { throw RequestRefusal(.headersTooLarge) }
        guard request.head.hasOneHost, request.head.authority.map(Self.isHost) == true else {
            throw RequestRefusal(.hostInvalid)
        }
        guard request.uri.string.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RequestRefusal(.targetMalformed)
        }
        guard served.path != nil else { throw RequestRefusal(.routeUnknown) }
        guard let route = served.route else {
            let allowed = served.methods.map(\.rawValue).joined(separator: ", ")
            throw RequestRefusal(.methodNotAllowed(allowed), allow: allowed)
        }
        guard route.mode.answers(request) else { throw RequestRefusal(.navigationRequired) }
        switch route.budget {
        case .unlimited: break
        case .network(let budget): try require(limiter.take(budget, for: client))
        case .refusals(let budget, let unknownKeys):
            try require(limiter.wait(budget, for: client))
            try require(limiter.wait(unknownKeys, for: client))
        }
        return route
    }

    /// Takes from a budget of refusals if the request was refused because of its sender.
    func charge(_ error: any Error, to client: NetworkAddress?, at route: Route) {
        guard case .refusals(let budget, let unknownKeys) = route.budget else { return }
        if Self.isAboutUnknownKey(error) || Self.isForUnnamedApp(error) {
            _ = limiter.take(unknownKeys, for: client)
        } else if Self.isSendersDoing(error) {
            _ = limiter.take(budget, for: client)
        }
    }

    private func require(_ wait: Int?) throws(RequestRefusal) {
        if let wait { throw RequestRefusal(.rateLimited, retryAfter: wait) }
    }

    /// An outage, Apple's or ours, counts against nobody.
    private static func isSendersDoing(_ error: any Error) -> Bool {
        if case .refused? = error as? SignInError { return true }
        return error is RequestRefusal
    }

    private static func isAboutUnknownKey(_ error: any Error) -> Bool {
        guard case .unavailable(.appleKeyUnavailable, _)? = error as? SignInError else { return false }
        return true
    }

    /// Whether Apple signed a notification for an app that nobody named. Apple's network must not use up the budget that
    /// stops strangers, because then it could not deliver notifications for the other apps.
    private static func isForUnnamedApp(_ error: any Error) -> Bool {
        guard case .refused(let code, _)? = error as? SignInError else { return false }
        return code.name == ErrorCode.notification(.audienceMismatch).name && code.detail?.seen != nil
    }

    private func isOversized(_ request: Request) -> Bool {
        ReceivedHead.oversizedMark.map { request.headers.contains($0) } ?? false
    }

    /// Whether a text can be `uri-host [":" port]` (RFC 3986 §3.2.2). Characters that end a host in a URL and invisible
    /// ones are not allowed.
    private static func isHost(_ authority: String) -> Bool {
        let allowed = hostOctets
        return authority.utf8.allSatisfy { allowed[Int($0)] }
    }

    /// For each octet, whether a host may have it. Every request has one, so each octet is looked up in one step.
    private static let hostOctets = (UInt8.min...UInt8.max).map { octet in
        (0x21...0x7E).contains(octet) && !"\"/<>?#@\\^`{|}".utf8.contains(octet)
    }
}
