package import Foundation
import SignInWithApple

/// Where the app's backend takes events.
package struct WebhookEndpoint: Sendable {
    /// The address.
    package let url: String
    /// What deliveries are signed with: one, and while it is replaced the old one as well.
    package let secrets: [WebhookSecret]
    /// Seconds that the backend has for its answer.
    package let timeout: TimeInterval

    /// An endpoint; nil without a secret, and for an address that is neither https nor on this machine.
    package init?(url: String, secrets: [WebhookSecret], timeout: TimeInterval) {
        guard Self.isAllowed(url), !secrets.isEmpty else { return nil }
        self.url = url
        self.secrets = secrets
        self.timeout = timeout
    }

    /// Whether events may be sent to an address: events say who left, so nobody on the way may read or change them.
    package static func isAllowed(_ url: String) -> Bool {
        guard let scheme = url.range(of: "://"), url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        let rest = url[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !rest.contains("#") && PublicURL(String(url[..<scheme.upperBound]) + authority) != nil
    }

    /// Reply bodies are not kept; an answer with a longer one counts as none.
    private static let maximumReply = 262_144

    /// One delivery, as Standard Webhooks describes it.
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
