import HTTPServing
import HTTPTypes
import Hummingbird
import SignInFlows

/// The addresses from which the operator's routes can be called; by default, only this machine. A caller with an
/// unknown address is refused.
struct OperatorAddresses: Sendable {
    let ranges: [AddressRange]
    let publicURL: PublicURL

    func require(_ request: Request, _ context: ServiceContext) throws(RequestRefusal) {
        guard let caller = context.caller, ranges.contains(where: { $0.contains(caller) }) else {
            throw RequestRefusal(.addressNotAllowed)
        }
        guard isForUs(request.head.authority ?? ""), isOwn(request.headers[values: .origin]) else {
            let seen = Self.host(of: request.head.authority ?? "")
            throw RequestRefusal(.hostNotAllowed.naming(seen: seen, configured: [Self.host(of: publicURL.host)]))
        }
    }

    /// Any site can let its own name lead to the operator's machine, and its page can then read our answers (DNS
    /// rebinding). Such a request carries the site's name. An address is nobody's name.
    private func isForUs(_ authority: String) -> Bool {
        let host = Self.host(of: authority)
        return ListenAddress.isLoopback(host) || host == Self.host(of: publicURL.host) || NetworkAddress(host) != nil
    }

    /// The host without its port and brackets, in lower case.
    private static func host(of authority: String) -> String {
        if let address = ListenAddress(authority) { return address.host }
        let isBracketed = authority.hasPrefix("[") && authority.hasSuffix("]")
        return (isBracketed ? String(authority.dropFirst().dropLast()) : authority).lowercased()
    }

    /// Monitoring sends no `Origin`, and a page of ours sends ours (RFC 6454 section 7).
    private func isOwn(_ origins: [String]) -> Bool {
        origins.allSatisfy { $0 == publicURL.origin }
    }
}
