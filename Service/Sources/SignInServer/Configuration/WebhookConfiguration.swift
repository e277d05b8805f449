package import Foundation
import SignInFlows

/// How the app's backend is told of events, as configured: its secrets are named by file, never held here.
package struct WebhookConfiguration: Sendable, Equatable {
    /// The address that takes them.
    package var url: String
    /// The file that holds the secrets, one a line.
    package var secretFile: String
    /// Seconds that the backend has for its answer.
    package var timeout: TimeInterval
}

extension WebhookConfiguration {
    /// Reads the section; nil where it is not there, or wrong: faults go to the reading.
    init?(_ reading: inout ConfigurationReading, directory: String) {
        timeout = TimeInterval(reading.number(.webhookTimeout, standard: 15))
        let file = reading.text(.webhookSecretFile)
        guard let url = reading.text(.webhookURL) else {
            if file != nil { reading.add(fault: "webhooks.secret_file: has a meaning only together with webhooks.url") }
            return nil
        }
        if !WebhookEndpoint.isAllowed(url) {
            reading.add(fault: "webhooks.url: must be an https address (http on this machine only)")
        }
        guard let file, !file.isEmpty else {
            reading.add(fault: "webhooks.secret_file: missing; siwa webhooks secret makes one")
            return nil
        }
        self.url = url
        secretFile = FilePlace.resolve(file, in: directory)
    }
}
