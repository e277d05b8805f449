import SignInFlows

/// The messages that were sent, in order.
actor CapturedMail {
    var all: [MailMessage] = []
    func append(_ message: MailMessage) { all.append(message) }
}
