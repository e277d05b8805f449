import ArgumentParser
import Foundation
import ServiceAssembly
import SignInFlows
import SignInServer
import SignInWithApple

/// The file with the secret that signs events: named, or the configured one.
struct WebhookSecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The file with the secret (siwa webhooks secret); by default webhooks.secret_file of the configuration.",
            valueName: "file"))
    var secretFile: String?

    @OptionGroup var service: ConfiguredService

    func secrets() throws -> [WebhookSecret] {
        if let secretFile { return try Webhooks.secrets(in: secretFile) }
        guard let webhooks = try service.settings().webhooks else { throw WebhooksMissing() }
        return try Webhooks.secrets(in: webhooks.secretFile)
    }
}

/// A command needs webhooks, but none are configured.
struct WebhooksMissing: Error, CustomStringConvertible {
    let description = "webhooks.url is not configured: no events are sent"
}

/// Shows the answer of a backend, and exits by it.
enum BackendAnswer {
    static func show(_ response: TransportResponse, after milliseconds: Int) throws {
        let body = String(decoding: response.body.prefix(200), as: UTF8.self)
        Output.result(
            "\(response.status) after \(milliseconds) ms" + (body.isEmpty ? "" : "  ") + VisibleJSON.visible(body))
        guard (200...299).contains(response.status) else {
            Output.remark("not accepted: any status but 2xx is retried, except 410")
            throw ProgramExit.no
        }
    }

    static func unanswered(_ failure: TransportFailure) -> ExitCode {
        Output.remark("no answer: \(failure.code)")
        return ProgramExit.undecided
    }
}
