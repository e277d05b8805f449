package import Foundation
import Settings
import SignInFlows

/// How the app's backend is told of events, as configured: its secrets are named by file, never held here.
package struct WebhookConfiguration: Sendable, Equatable {
    package var url: String
    package var secretFile: String
    package var timeout: TimeInterval
}

extension WebhookConfiguration {
    /// Reads the section; nil where it is not there, or wrong: faults go to the settings.
    init?(_ settings: SettingsReader) {
        let url = settings.text(
            "webhooks.url",
            "Where your backend is told of events: `https`, or `http` on this machine ([webhooks.md](webhooks.md)).")
        let file = settings.file(
            "webhooks.secret_file",
            "The **secret** file of the secret that signs events, made by `siwa webhooks secret`; at most two, a line each."
        )
        let seconds = settings.number(
            "webhooks.timeout_seconds", 15, in: 1...60, "Time that your backend has for its answer.")
        guard let url else {
            if file != nil {
                settings.add(fault: "webhooks.secret_file: has a meaning only together with webhooks.url")
            }
            return nil
        }
        if !WebhookEndpoint.isAllowed(url) {
            settings.add(fault: "webhooks.url: must be an https address (http on this machine only)")
        }
        guard let file, !file.isEmpty else {
            settings.add(fault: "webhooks.secret_file: missing; siwa webhooks secret makes one")
            return nil
        }
        self.url = url
        secretFile = file
        timeout = TimeInterval(seconds)
    }
}
