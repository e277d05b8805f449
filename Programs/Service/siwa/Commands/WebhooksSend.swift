import ArgumentParser
import Foundation
import ServiceAssembly
import SignInFlows
import SignInServer
import SignInWithApple

/// `siwa webhooks send`: sends an event that did not happen to a backend in development.
struct WebhooksSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send an event that did not happen to a backend in development.",
        usage: "siwa webhooks send <event> [--to <url>] [--secret-file <file>] [--external-id <id>]",
        discussion: """
            It is signed like any other and stored nowhere. Without --to, it goes to webhooks.url of the configuration.

            EXAMPLE
              siwa webhooks send account.deleted --to http://localhost:3000/hooks --secret-file webhook.secret
            """)

    @Argument(help: ArgumentHelp("The event's type, such as account.deleted.", valueName: "event"))
    var event: String

    @Option(help: ArgumentHelp("The backend's address: https, or http on this machine.", valueName: "url"))
    var to: String?

    @Option(help: ArgumentHelp("The account that it is about; by default a made-up one.", valueName: "account"))
    var account: String?

    @Option(help: ArgumentHelp("The account's ID in the app's own system.", valueName: "id"))
    var externalID: String?

    @Option(help: ArgumentHelp("Who caused it, or why; by default the most common reason.", valueName: "reason"))
    var reason: String?

    @OptionGroup var secret: WebhookSecretOptions

    func validate() throws {
        _ = try kind()
        guard to.map(WebhookEndpoint.isAllowed) ?? true else {
            throw ValidationError("--to must be an https URL (http on this machine only)")
        }
        guard account.map({ $0.utf8.count == 32 && $0.utf8.allSatisfy(Self.isHexadecimal) }) ?? true else {
            throw ValidationError("an account's id has 32 hexadecimal digits")
        }
    }

    private func kind() throws -> AccountEventKind {
        guard let kind = AccountEventKind(rawValue: event) else {
            let known = AccountEventKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("the event must be one of \(known)")
        }
        return kind
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    func run() async throws {
        guard let url = try to ?? secret.service.settings().webhooks?.url else { throw WebhooksMissing() }
        guard let endpoint = WebhookEndpoint(url: url, secrets: try secret.secrets(), timeout: Self.timeout) else {
            throw WebhooksMissing()
        }
        let sample = SampleEvent(
            try kind(), account: account ?? String(repeating: "0", count: 31) + "1", externalID: externalID,
            reason: reason, at: Date(), randomBytes: SystemRandom.bytes)
        let transport = AsyncHTTPClientTransport(connectTimeout: 5, longestCall: Self.timeout)
        let (began, clock) = (ContinuousClock.now, ContinuousClock())
        let answer: Result<TransportResponse, TransportFailure>
        do throws(TransportFailure) {
            answer = .success(try await transport.send(sample.request(to: endpoint, at: Date())))
        } catch {
            answer = .failure(error)
        }
        let milliseconds = Int((clock.now - began) / .milliseconds(1))
        try? await transport.shutdown()
        switch answer {
        case .success(let response): try BackendAnswer.show(response, after: milliseconds)
        case .failure(let failure): throw BackendAnswer.unanswered(failure)
        }
    }

    private static let timeout: TimeInterval = 15
}
