import Foundation
import HTTPTypes
import Hummingbird
import SignInFlows

/// The origins of the app's own pages, by the configuration: those of the clients' return addresses and of the page for
/// people who have an account there. Only they may hand a link ticket over.
///
/// Otherwise anybody could get a ticket for an account of their own and have another person's browser post it: that person's
/// Apple Account would open the stranger's account (login CSRF; RFC 6749 section 10.12 names the attack on clients).
struct AppOrigins: Sendable {
    private let origins: Set<String>

    init(clients: ClientDirectory, existingUsersURL: String?, publicURL: PublicURL) {
        let addresses = clients.all.flatMap(\.returnURLs) + [existingUsersURL, publicURL.origin].compactMap { $0 }
        origins = Set(addresses.compactMap(Self.origin))
    }

    /// The host of the app's page that sent a request; refuses what another page sent, and what does not say who did.
    func require(_ request: Request) throws(RequestRefusal) -> String {
        guard let origin = request.headers[values: .origin].onlyElement, origins.contains(origin),
            let host = URLComponents(string: origin)?.host
        else { throw RequestRefusal(.linkPageUnknown) }
        return host
    }

    /// Scheme, host and port, as browsers send them: without the scheme's own port (RFC 6454 section 6.2).
    private static func origin(_ address: String) -> String? {
        guard let url = URLComponents(string: address), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = url.encodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        guard let port = url.port, port != (scheme == "https" ? 443 : 80) else { return "\(scheme)://\(host)" }
        return "\(scheme)://\(host):\(port)"
    }
}
