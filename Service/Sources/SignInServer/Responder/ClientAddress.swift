import HTTPServing
import HTTPTypes
import Hummingbird

/// Settles who asks, and whose requests are counted: the socket's peer, or, behind a configured proxy, whom the proxy
/// names.
///
/// Anybody can send `X-Forwarded-For`, so it is read only from trusted peers, and from the right: the last address
/// that is not itself a trusted proxy is the one that a trusted proxy saw. Where nobody trusted says who asks, the caller
/// is unknown, and the peer's requests are counted together.
struct ClientAddress: Sendable {
    let trustedProxies: [AddressRange]
    /// Whether every request comes through a proxy: the service speaks no TLS, so under `https` something else does.
    let isProxied: Bool

    /// A proxy's mark (RFC 7239). Its value is never read; it only shows that there is a proxy.
    private static let forwarded = HTTPField.Name.known("Forwarded")

    /// Names the caller and the client in the context of a request.
    func settle(_ context: inout ServiceContext, _ request: Request) {
        context.caller = caller(
            peer: context.peer, forwarded: request.headers[values: .xForwardedFor],
            isPassedOn: request.headers.contains(.xForwardedFor) || request.headers.contains(Self.forwarded))
        context.client = context.caller ?? context.peer
    }

    /// Who asks, where somebody trusted says so.
    ///
    /// - Parameters:
    ///   - forwarded: the values of `X-Forwarded-For`, in their order.
    ///   - isPassedOn: whether the request says that a proxy passed it on.
    func caller(
        peer: NetworkAddress?, forwarded: @autoclosure () -> [String], isPassedOn: @autoclosure () -> Bool
    ) -> NetworkAddress? {
        guard let peer else { return nil }
        guard isTrusted(peer) else {
            // Named proxies are the only ones, so everybody else speaks for themselves. Without any, the peer is a proxy
            // that nobody named.
            return trustedProxies.isEmpty && (isProxied || isPassedOn()) ? nil : peer
        }
        for hop in forwarded().flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }).reversed() {
            let text = hop.filter { $0 != " " && $0 != "\t" }
            guard let address = NetworkAddress(text) else { return nil }
            if !isTrusted(address) { return address }
        }
        return nil
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }
}
