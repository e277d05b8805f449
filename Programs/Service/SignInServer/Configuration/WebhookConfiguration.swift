package import Foundation
import Settings
import SignInFlows

/// How events are sent to the app's backend. It names the file of the secrets but never holds them.
package struct WebhookConfiguration: Sendable, Equatable {
    package var url: String
    package var secretFile: String
    package var timeout: TimeInterval
}

extension WebhookConfiguration {
    /// Reads the section; `nil` if it is absent or has a fault, which goes to `settings`.
    init?(_ settings: SettingsReader) {
        let url = settings.text(
            "webhooks.url",
            "Where events are sent, your backend: `https`, or `http` on this machine ([webhooks.md](webhooks.md)).")
        let file = settings.file(
            "webhooks.secret_file",
            "The **secret** file of the signing secret for events (`siwa webhooks secret`): one per line, at most two."
        )
        let seconds = settings.number(
            "webhooks.timeout_seconds", 15, in: 1...60, "The timeout for your backend's response.")
        guard let url else {
            if file != nil {
                settings.add(fault: "webhooks.secret_file: requires webhooks.url")
            }
            return nil
        }
        if !WebhookEndpoint.isAllowed(url) {
            settings.add(fault: "webhooks.url: must be an https URL (http on this machine only)")
        }
        guard let file, !file.isEmpty else {
            settings.add(fault: "webhooks.secret_file: missing; create one with siwa webhooks secret")
            return nil
        }
        self.url = url
        secretFile = file
        timeout = TimeInterval(seconds)
    }
}
