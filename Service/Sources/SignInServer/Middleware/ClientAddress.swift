import HTTPTypes
import Hummingbird

/// Settles whose requests are counted: the socket's peer, or, behind a configured proxy, whom the proxy names.
///
/// Anybody can send `X-Forwarded-For`, so it is read only from trusted peers, and from the right: the last address
/// that is not itself a trusted proxy is the one that a trusted proxy saw.
struct ClientAddress: RouterMiddleware {
    let trustedProxies: [AddressRange]

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = client(peer: context.peer, forwarded: request.headers[values: .xForwardedFor])
        return try await next(request, context)
    }

    func client(peer: NetworkAddress?, forwarded: [String]) -> NetworkAddress? {
        guard let peer, isTrusted(peer) else { return peer }
        let hops = forwarded.flatMap { $0.split(separator: ",") }
        for hop in hops.reversed() {
            let text = hop.filter { $0 != " " && $0 != "\t" }
            guard let address = NetworkAddress(text) else { return peer }
            if !isTrusted(address) { return address }
        }
        return peer
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }
}
