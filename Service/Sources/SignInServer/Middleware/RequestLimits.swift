import HTTPTypes
import Hummingbird
import SignInFlows

/// Refuses what no route should see: headers beyond 16 KiB, no host or two, odd targets, unknown paths and methods, too
/// many requests.
struct RequestLimits: RouterMiddleware {
    let routes: [String: [Route]]
    let limiter: RateLimiter

    private static let maximumHeaderBytes = 16_384
    /// What a field costs beside its name and value, as HTTP/2 counts it (RFC 9113 section 10.5.1).
    private static let fieldOverhead = 32

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let size = request.headers.reduce(request.uri.string.utf8.count) { size, field in
            size + field.name.rawName.utf8.count + field.value.utf8.count + Self.fieldOverhead
        }
        guard size <= Self.maximumHeaderBytes, !isOversized(request) else { throw RequestRefusal.headersTooLarge }
        guard hasOneHost(request) else { throw RequestRefusal.hostInvalid }
        guard request.uri.string.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw RequestRefusal.targetMalformed
        }
        // The router looks past doubled slashes; a path that is not exactly one of ours is none of ours.
        guard let served = routes[request.uri.path] else { throw RequestRefusal.routeUnknown }
        guard let route = served.first(where: { $0.method == request.method }) else {
            throw RequestRefusal.methodNotAllowed(allow: served.map(\.method.rawValue).joined(separator: ", "))
        }
        switch route.budget {
        case .unlimited: return try await next(request, context)
        case .network(let budget):
            try require(limiter.take(budget, for: context.client))
            return try await next(request, context)
        case .refusals(let budget):
            try require(limiter.wait(budget, for: context.client))
            do {
                return try await next(request, context)
            } catch {
                if Self.isSendersDoing(error) { _ = limiter.take(budget, for: context.client) }
                throw error
            }
        }
    }

    private func require(_ wait: Int?) throws(RequestRefusal) {
        if let wait { throw .rateLimited(retryAfter: wait) }
    }

    /// An outage of Apple's or of ours is charged to nobody.
    private static func isSendersDoing(_ error: any Error) -> Bool {
        if case .refused? = error as? SignInError { return true }
        return error is RequestRefusal
    }

    private func isOversized(_ request: Request) -> Bool {
        OversizedHead.mark.map { request.headers.contains($0) } ?? false
    }

    /// RFC 9112 section 3.2. The first `Host` is the authority; a second one is still among the fields.
    private func hasOneHost(_ request: Request) -> Bool {
        guard let host = request.head.authority, let name = Self.host else { return false }
        return !request.headers.contains(name) && host.utf8.allSatisfy(Self.isHostOctet)
    }

    private static let host = HTTPField.Name("Host")

    /// `uri-host [":" port]` (RFC 3986 section 3.2.2): what ends a host in a URL, and what nobody sees, is none of it.
    private static func isHostOctet(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"/<>?#@\\^`{|}".utf8.contains(byte)
    }
}
