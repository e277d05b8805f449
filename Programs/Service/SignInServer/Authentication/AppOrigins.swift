import Foundation
import HTTPTypes
import Hummingbird
import SignInFlows

/// The origins of the app's own pages: those of the clients' return URLs and of the page for people who already have an
/// account. Only these pages may hand over a link ticket.
///
/// Otherwise an attacker could get a ticket for their own account and make a victim's browser post it. The victim's
/// Apple Account would then open the attacker's account (login CSRF; RFC 6749 §10.12 describes the attack on clients).
struct AppOrigins: Sendable {
    private let origins: Set<String>

    init(clients: ClientDirectory, existingUsersURL: String?, publicURL: PublicURL) {
        let addresses = clients.all.flatMap(\.returnURLs) + [existingUsersURL, publicURL.origin].compactMap { $0 }
        origins = Set(addresses.compactMap(Self.origin))
    }

    /// The host of the app's page that sent the request. Refuses requests from other pages and requests without an
    /// origin.
    func require(_ request: Request) throws(RequestRefusal) -> String {
        guard let origin = request.headers[values: .origin].onlyElement, origins.contains(origin),
            let host = URLComponents(string: origin)?.host
        else {
            let seen = request.headers[values: .origin].first
            throw RequestRefusal(.linkPageUnknown.naming(seen: seen, configured: origins))
        }
        return host
    }

    /// Scheme, host and port as browsers send them: without the scheme's default port (RFC 6454 §6.2).
    private static func origin(_ address: String) -> String? {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.encodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        guard let port = url.port, port != (scheme == "https" ? 443 : 80) else { return "\(scheme)://\(host)" }
        return "\(scheme)://\(host):\(port)"
    }
}
