import Foundation
import HTTPServing
import SignInFlows
import SignInServer
import SignInWithApple

/// Asks for Apple's sign-in page as a browser would, to see whether the Services ID and the return URL are registered.
/// Nobody signs in.
struct RedirectProbing: Sendable {
    let transport: any HTTPTransport
    let authorizeURL: String
    let callbackURL: String
    /// Whether Apple is asked, whose rules for return URLs are stricter than the emulator's.
    let isApple: Bool

    func finding(_ client: TeamConfiguration.Client) async -> Finding {
        let subject = "client \(client.name) (\(client.id)), return URL \(callbackURL)"
        if isApple, !Self.isRegistrable(callbackURL) { return .redirectNotRegistrable(subject) }
        let query = FormFields.encode([
            ("client_id", client.id), ("redirect_uri", callbackURL), ("response_type", "code"),
            ("response_mode", "form_post"), ("scope", "name email"), ("state", "siwa-doctor"),
        ])
        let request = TransportRequest(
            method: .get, url: authorizeURL + "?" + query, headers: [("Accept", "text/html")],
            maximumResponseBytes: 1_048_576)
        do throws(TransportFailure) {
            let response = try await transport.send(request)
            return finding(subject, response.status, String(decoding: response.body, as: UTF8.self))
        } catch {
            return .redirectNotAsked(subject, error)
        }
    }

    /// Apple shows these errors on its own page and sends nothing to the return URL.
    func finding(_ subject: String, _ status: Int, _ page: String) -> Finding {
        if page.contains("invalid_client") { return .webClientUnknown(subject) }
        if page.contains("Invalid web redirect url") || page.contains("unauthorized_client") {
            return .redirectRefused(subject, isApple: isApple)
        }
        if status >= 400 || page.contains("invalid_request") { return .redirectUnclear(subject, status) }
        return .redirectAccepted(subject)
    }

    /// Apple registers https URLs with a domain name only: no IP address and no localhost.
    static func isRegistrable(_ url: String) -> Bool {
        guard url.hasPrefix("https://") else { return false }
        let host = PublicAddressProbing.host(of: url.split(separator: "/").prefix(2).joined(separator: "//"))
        return host.contains(".") && !host.hasSuffix(".localhost") && NetworkAddress(host) == nil
    }
}
