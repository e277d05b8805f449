package import Foundation
import SignInWithApple

/// The address where the app's backend receives events.
package struct WebhookEndpoint: Sendable {
    /// The address.
    package let url: String
    /// The secrets that sign deliveries: one, or the new and the old one while it is being replaced.
    package let secrets: [WebhookSecret]
    /// Seconds within which the backend must respond.
    package let timeout: TimeInterval

    /// Nil without a secret, and for an address that is neither https nor on this machine.
    package init?(url: String, secrets: [WebhookSecret], timeout: TimeInterval) {
        guard Self.isAllowed(url), !secrets.isEmpty else { return nil }
        self.url = url
        self.secrets = secrets
        self.timeout = timeout
    }

    /// Whether events may be sent to an address. They reveal who deleted an account, for example, so they must not be
    /// read or changed in transit.
    package static func isAllowed(_ url: String) -> Bool {
        guard let scheme = url.range(of: "://"), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !rest.contains("#") && PublicURL(String(url[..<scheme.upperBound]) + authority) != nil
    }

    /// Response bodies are not stored. A response with a longer body counts as a failed delivery.
    private static let maximumReply = 262_144

    /// The request of one delivery, as Standard Webhooks specifies it.
    func request(id: String, body: String, at moment: Date) -> TransportRequest {
        let second = Int(moment.timeIntervalSince1970)
        return TransportRequest(
            method: .post, url: url,
            headers: [
                ("content-type", "application/json"), ("user-agent", "siwa"), ("webhook-id", id),
                ("webhook-timestamp", "\(second)"),
                (
                    "webhook-signature",
                    secrets.map { $0.signature(id: id, second: second, body: body) }.joined(separator: " ")
                ),
            ], body: Array(body.utf8), maximumResponseBytes: Self.maximumReply, deadline: timeout)
    }
}
