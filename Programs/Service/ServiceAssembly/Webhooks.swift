import Foundation
import Logging
import PrivateFiles
import Settings
import SignInBackground
package import SignInFlows
import SignInServer
import SignInWithApple

/// Delivers events to the app's backend over separate connections, so that a hanging backend cannot use up those to
/// Apple.
package struct Webhooks {
    package let delivery: EventDelivery
    let worker: BackgroundWorker
    private let transport: AsyncHTTPClientTransport

    /// Reads the secrets; a fault in them prevents the start.
    init(
        _ settings: WebhookConfiguration, environment: SignInEnvironment, metrics: ServiceMetrics, logger: Logger
    ) throws {
        let secrets = try Self.secrets(in: settings.secretFile)
        guard let endpoint = WebhookEndpoint(url: settings.url, secrets: secrets, timeout: settings.timeout) else {
            throw ConfigurationFaults(["webhooks: invalid URL or secret"])
        }
        transport = AsyncHTTPClientTransport(connectTimeout: min(5, settings.timeout), longestCall: settings.timeout)
        delivery = EventDelivery(
            environment, to: endpoint, transport: transport, observe: { metrics.record(delivery: $0) })
        worker = .events(of: delivery, logger: logger)
    }

    func close() async {
        try? await transport.shutdown()
    }

    /// One secret per line; all of them sign. More than the new and the old one would mean that somebody forgot to
    /// remove one.
    package static func secrets(in file: String) throws -> [WebhookSecret] {
        let text = String(decoding: try PrivateFile.read(file), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
        let secrets = lines.compactMap { WebhookSecret(text: $0) }
        guard secrets.count == lines.count, (1...2).contains(secrets.count) else {
            throw ConfigurationFaults([
                "webhooks.secret_file: \(file) must hold one secret, or the new and the old one, one per line "
                    + "(create one with siwa webhooks secret)"
            ])
        }
        return secrets
    }
}
