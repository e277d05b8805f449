import HTTPServing
import HTTPTypes
import Hummingbird

/// Determines the caller, and the client that rate limits apply to: the socket's peer or, behind a configured proxy,
/// the address that the proxy reports.
///
/// Anybody can send `X-Forwarded-For`, so it is read only if the peer is trusted, and from right to left: the last
/// address that is not a trusted proxy was seen by a trusted proxy. If no trusted peer names the caller, the caller is
/// unknown and the peer's requests are counted together.
struct ClientAddress: Sendable {
    let trustedProxies: [AddressRange]
    /// Whether every request comes through a proxy. This is so under `https`, because the service does not terminate
    /// TLS.
    let isProxied: Bool

    /// The field that a proxy may add (RFC 7239). Its value is not read; its presence shows that there is a proxy.
    private static let forwarded = HTTPField.Name.known("Forwarded")

    /// Sets the caller and the client in the context of a request.
    func settle(_ context: inout ServiceContext, _ request: Request) {
        context.caller = caller(
            peer: context.peer, forwarded: request.headers[values: .xForwardedFor],
            isPassedOn: request.headers.contains(.xForwardedFor) || request.headers.contains(Self.forwarded))
        context.client = context.caller ?? context.peer
    }

    /// The caller's address; `nil` if it cannot be trusted.
    ///
    /// - Parameters:
    ///   - forwarded: the values of `X-Forwarded-For`, in order.
    ///   - isPassedOn: whether the request has a field that a proxy adds.
    func caller(
        peer: NetworkAddress?, forwarded: @autoclosure () -> [String], isPassedOn: @autoclosure () -> Bool
    ) -> NetworkAddress? {
        guard let peer else { return nil }
        guard isTrusted(peer) else {
            // If proxies are configured, any other peer is the caller. If none are, the peer is a proxy that nobody
            // configured.
            return trustedProxies.isEmpty && (isProxied || isPassedOn()) ? nil : peer
        }
        let comma = UInt8(ascii: ",")
        let hops = forwarded().flatMap { $0.utf8.split(separator: comma, omittingEmptySubsequences: false) }
        for hop in hops.reversed() {
            let octets = hop.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            guard let address = NetworkAddress(String(decoding: octets, as: UTF8.self)) else { return nil }
            if !isTrusted(address) { return address }
        }
        return nil
    }

    private func isTrusted(_ address: NetworkAddress) -> Bool {
        trustedProxies.contains { $0.contains(address) }
    }
}
