import Foundation
import HTTPServing
import JSONWebTokens

/// What a setting in the developer portal makes of a request. Apple says the same for all of them, so only the cause and
/// the explanation differ.
enum PortalCheck {
    static func capability(_ client: Client?, _ view: PortalView) -> (cause: String, explanation: String)? {
        guard let client, client.standing == .capabilityOff else { return nil }
        let kind = client.kind == .app ? "App ID" : "Services ID"
        return (
            "client_capability_off",
            "Sign in with Apple is not enabled for the \(kind) \(client.id). Enable it in the portal, and save."
                + view.note
        )
    }

    static func configuration(_ client: Client?, _ view: PortalView) -> (cause: String, explanation: String)? {
        guard let client, client.standing == .notConfigured else { return nil }
        return (
            "client_not_configured",
            "The Services ID \(client.id) is enabled, but not configured: it has no primary App ID, domains and return "
                + "URLs. Nothing counts before Done, Continue and Save." + view.note
        )
    }

    static func primaryApp(_ client: Client?, _ view: PortalView) -> (cause: String, explanation: String)? {
        guard let client else { return nil }
        switch client.standing {
        case .primaryAppOff(let app):
            return (
                "client_primary_app_off",
                "\(app), the primary App ID of \(client.id), does not have Sign in with Apple enabled." + view.note
            )
        case .primaryAppDeleted(let app):
            return (
                "client_primary_app_deleted",
                "\(app), the primary App ID of \(client.id), does not exist any more." + view.note
            )
        case .ready, .capabilityOff, .notConfigured: return nil
        }
    }

    static func unknown(_ id: String, _ view: PortalView) -> (cause: String, explanation: String) {
        if let deletedAt = view.deletedAt {
            return ("client_deleted", "\(id) was deleted in the portal at \(time(deletedAt)).")
        }
        let explanation = "No team has an App ID or Services ID \(id). IDs are case-sensitive and have no Team ID."
        return ("client_unknown", explanation + view.note)
    }

    /// A time such as `2026-11-25T13:05:00Z`.
    static func time(_ seconds: Int) -> String {
        Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601)
    }
}

extension Refusal {
    fileprivate static func invalidClient(_ found: (cause: String, explanation: String)?) -> Refusal? {
        found.map { .invalidClient($0.cause, $0.explanation) }
    }
}

extension AuthorizeAttempt {
    static let clientEnabled = Check<AuthorizeAttempt>("client_capability") { attempt in
        .invalidClient(PortalCheck.capability(attempt.client, attempt.portal))
    }

    static let clientConfigured = Check<AuthorizeAttempt>("client_configuration") { attempt in
        .invalidClient(PortalCheck.configuration(attempt.client, attempt.portal))
    }

    static let clientPrimaryApp = Check<AuthorizeAttempt>("client_primary_app") { attempt in
        .invalidClient(PortalCheck.primaryApp(attempt.client, attempt.portal))
    }

    /// Apple documents that domains are registered beside the return URLs, but not what a missing one does.
    static let redirectDomain = Check<AuthorizeAttempt>("redirect_domain") { attempt in
        guard let url = attempt.fields.filled("redirect_uri"), let client = attempt.client else { return nil }
        let domain = client.domains.covering(url)
        let isExempt = WebsiteURLs.isLocalURL(url) && !attempt.switches.domainVerification
        guard domain == nil, !isExempt else { return nil }
        return Refusal.invalidRequest(
            "redirect_domain",
            "The return URL is registered, but its domain \(WebsiteURLs.domain(of: url) ?? "") is not: domains and "
                + "subdomains are listed one by one.", description: "Invalid web redirect url"
        ).showing(attempt)
    }

    /// Until July 2020, a domain had to be verified by a file. That is a switch now.
    static let redirectDomainVerified = Check<AuthorizeAttempt>("redirect_domain_unverified") { attempt in
        guard attempt.switches.domainVerification, let url = attempt.fields.filled("redirect_uri"),
            let domain = attempt.client?.domains.covering(url), domain.verifiedAt == nil
        else { return nil }
        return Refusal.invalidRequest(
            "redirect_domain_unverified",
            "The domain \(domain.name) is not verified: serve \(DomainAssociation.fileName), and press Verify.",
            description: "Invalid web redirect url"
        ).showing(attempt)
    }

    /// Apple accepts no return URL on this machine. The emulator does, unless a switch says otherwise.
    static let redirectNotLocal = Check<AuthorizeAttempt>("redirect_local") { attempt in
        guard attempt.switches.localReturnUrlsRefused, let url = attempt.fields.filled("redirect_uri"),
            WebsiteURLs.isLocalURL(url)
        else { return nil }
        return Refusal.invalidRequest(
            "redirect_local", "Apple accepts neither localhost nor loopback addresses (local_return_urls_refused).",
            description: "Invalid web redirect url"
        ).showing(attempt)
    }
}

extension ClientSecretAttempt {
    static let secretClientEnabled = Check<ClientSecretAttempt>("secret_client_capability") { attempt in
        .invalidClient(PortalCheck.capability(attempt.client, attempt.portal))
    }

    static let secretClientConfigured = Check<ClientSecretAttempt>("secret_client_configuration") { attempt in
        .invalidClient(PortalCheck.configuration(attempt.client, attempt.portal))
    }

    static let secretClientPrimaryApp = Check<ClientSecretAttempt>("secret_client_primary_app") { attempt in
        .invalidClient(PortalCheck.primaryApp(attempt.client, attempt.portal))
    }

    /// A revoked key is one of the causes of `invalid_client` in TN3107.
    static let secretKeyRevoked = Check<ClientSecretAttempt>("secret_key_revoked") { attempt in
        guard let team = attempt.team, let keyID = attempt.token?.header.keyID,
            let revokedAt = team.keys[keyID]?.revokedAt
        else { return nil }
        return .invalidClient(
            "secret_key_revoked",
            "Key \(keyID) of team \(team.teamID) has been revoked since \(PortalCheck.time(revokedAt)). A revoked key "
                + "never works again: use another key.")
    }
}

/// An app that asks for the native sheet.
struct DeviceAttempt: Sendable {
    let bundleID: String
    let app: Client?
    var portal = PortalView()

    static let checks: [Check<DeviceAttempt>] = [appNotDeleted, appEnabled, appPrimary]
}

extension DeviceAttempt {
    static let appNotDeleted = Check<DeviceAttempt>("client_deleted", isWaivable: false) { attempt in
        guard attempt.app == nil else { return nil }
        return .deviceFailure(PortalCheck.unknown(attempt.bundleID, attempt.portal))
    }

    static let appEnabled = Check<DeviceAttempt>("device_app_capability") { attempt in
        .deviceFailure(PortalCheck.capability(attempt.app, attempt.portal))
    }

    static let appPrimary = Check<DeviceAttempt>("device_primary_app") { attempt in
        .deviceFailure(PortalCheck.primaryApp(attempt.app, attempt.portal))
    }
}

extension Refusal {
    /// The sheet says "Sign Up Not Completed", and the app gets `ASAuthorizationError.unknown`.
    fileprivate static func deviceFailure(_ found: (cause: String, explanation: String)?) -> Refusal? {
        found.map {
            Refusal(error: AuthorizationFailure.unknown.rawValue, cause: $0.cause, explanation: $0.explanation)
        }
    }
}
