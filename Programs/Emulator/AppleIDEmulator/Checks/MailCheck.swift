/// The checks of the relay, in their order. Each refusal has the name of its check as the cause, but for
/// `sender_unauthorized`, which has a cause for each mistake of a sender.
enum MailCheck: String, CaseIterable {
    // in answer to a recipient
    case relayDenied = "relay_denied"
    case mailboxMalformed = "mailbox_malformed"
    case userUnknown = "user_unknown"

    // in answer to a message
    case fromMalformed = "from_malformed"
    case senderUnauthorized = "sender_unauthorized"
    case forwardingOff = "forwarding_off"
    case dailyLimit = "daily_limit"

    /// Whether the relay can go on without it. It is never open, and it delivers to people only.
    var isWaivable: Bool {
        switch self {
        case .relayDenied, .userUnknown, .fromMalformed: false
        case .mailboxMalformed, .senderUnauthorized, .forwardingOff, .dailyLimit: true
        }
    }
}

extension World {
    /// Whether the relay makes a check.
    func makes(_ check: MailCheck) -> Bool { !waived.contains(check.rawValue) }
}
