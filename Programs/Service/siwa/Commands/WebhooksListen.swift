import ArgumentParser
import Foundation
import HTTPServing
import JSONWebTokens
import SignInFlows
import SignInServer

/// `siwa webhooks listen`: takes the place of a backend that is not written yet.
struct WebhooksListen: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "listen", abstract: "Receive events in place of a backend, check them and print them.",
        usage: "siwa webhooks listen [--listen <host:port>] [--secret-file <file>] [--status <status>]",
        discussion: """
            The first line is JSON with the address. Each delivery gets one more: the time, whether it is genuine or why \
            not, the answer, and the body. A genuine one is answered with --status, any other with 401. Set webhooks.url \
            of the service to the address, or send samples with `siwa webhooks send`. Ctrl-C stops it.

            EXAMPLE
              siwa webhooks secret > webhook.secret && chmod 600 webhook.secret
              siwa webhooks listen --secret-file webhook.secret
            """)

    @Option(help: ArgumentHelp("Where to listen; port 0 picks a free one.", valueName: "host:port"))
    var listen = "127.0.0.1:8090"

    @Option(help: ArgumentHelp("The answer to a genuine delivery, such as 503 to see it again.", valueName: "status"))
    var status = 204

    @OptionGroup var secret: WebhookSecretOptions

    func validate() throws {
        guard (200...599).contains(status) else { throw ValidationError("--status must be 200 to 599") }
        guard let address = ListenAddress(listen), address.isLoopback else {
            throw ValidationError("--listen must be HOST:PORT on this machine, such as 127.0.0.1:8090")
        }
    }

    func run() async throws {
        guard let address = ListenAddress(listen) else { throw ProgramExit.wrongUsage }
        let receiver = EventReceiver(secrets: try secret.secrets(), status: status, take: Self.show)
        try await receiver.serve(at: address) { port in
            let url = "http://\(ListenAddress(host: address.host, port: port))/"
            Output.result(VisibleJSON.line(.object(["url": .string(url)])))
        }
    }

    @Sendable private static func show(_ received: EventReceiver.Received) {
        let verdict = received.fault?.rawValue ?? "genuine"
        let body = VisibleJSON.visible(String(decoding: received.body, as: UTF8.self))
        Output.result("\(Date().formatted(.iso8601))  \(verdict)  \(received.status)  \(body)")
    }
}
