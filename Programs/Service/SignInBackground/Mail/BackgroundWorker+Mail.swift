package import Logging
package import SignInFlows

extension BackgroundWorker {
    /// Sends the mail that waits in the outbox.
    package static func mail(of outbox: MailOutbox, logger: Logger) -> BackgroundWorker {
        BackgroundWorker(name: "mail", interval: .seconds(1), logger: logger, round: outbox.work)
    }
}
