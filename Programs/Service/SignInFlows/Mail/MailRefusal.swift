import AccountStorage

/// What a server said when it refused a message.
///
/// The text decides, and whose address it names, not the code. Apple's relay answers an unregistered sender with `550
/// 5.1.1`, which means an unknown recipient everywhere else (https://developer.apple.com/forums/thread/798226). The other
/// texts were seen at Apple's servers (https://github.com/sisimai/go-sisimai/blob/main/rhost/for-apple.go).
package struct MailRefusal: Equatable, Sendable {
    /// Why, as a stable code. It never changes and is never reused.
    package enum Cause: String, Sendable, CaseIterable {
        /// The sender is not registered at Apple, or not authenticated.
        case senderUnauthorized = "sender_unauthorized"
        /// Neither SPF nor DKIM passes.
        case senderUnauthenticated = "sender_unauthenticated"
        /// The server does not like the message or its sender.
        case localPolicy = "local_policy"
        /// The message was sent to a server that does not serve the address.
        case relayDenied = "relay_denied"
        /// Nobody has the address.
        case mailboxUnknown = "mailbox_unknown"
        /// No address looks like this.
        case mailboxMalformed = "mailbox_malformed"
        /// The address was switched off.
        case mailboxInactive = "mailbox_inactive"
        /// The mailbox was removed.
        case mailboxRemoved = "mailbox_removed"
        /// The mailbox is full.
        case mailboxFull = "mailbox_full"
        /// There was too much mail for the address.
        case tooMuchMail = "too_much_mail"
        /// Apple could not turn the address into a mailbox: often an outage of the relay, for everybody.
        case transformationFailed = "transformation_failed"
        /// The text is about another address than that of the person.
        case otherAddress = "other_address"
        /// The text is not known.
        case textUnknown = "text_unknown"
    }

    /// What a cause says about the address.
    package enum Meaning: Sendable {
        /// The address is good, and the sender has to mend something.
        case senderRefused
        /// The address does not exist.
        case addressMissing
        /// The message may be sent another day.
        case putOff
        /// Nothing.
        case none
    }

    package let cause: Cause

    /// Reads what the server said, and whether it named the recipient or somebody else.
    package init(_ text: String, recipient: String) {
        let folded = text.lowercased()
        let known = Self.phrases.first { folded.contains($0.phrase) }?.cause ?? .textUnknown
        let named = Self.addresses(in: text)
        let isOther = !named.isEmpty && !named.contains { EmailAddress.isSame($0, recipient) }
        cause = known.meaning == .addressMissing && isOther ? .otherAddress : known
    }

    private static let phrases: [(phrase: String, cause: Cause)] = [
        ("unauthorized sender", .senderUnauthorized), ("failing both spf and dkim", .senderUnauthenticated),
        ("relay access denied", .relayDenied), ("local policy", .localPolicy),
        ("user not found", .mailboxUnknown), ("bad mailbox name", .mailboxMalformed),
        ("inactive email address", .mailboxInactive), ("recipient no longer on server", .mailboxRemoved),
        ("over quota", .mailboxFull), ("deferred due to excessive volume", .tooMuchMail),
        ("transformation error", .transformationFailed),
    ]

    /// What stands between angle brackets and has an at sign.
    private static func addresses(in text: String) -> [String] {
        text.split(separator: "<").dropFirst().compactMap { rest in
            guard let end = rest.firstIndex(of: ">"), rest[..<end].contains("@") else { return nil }
            return String(rest[..<end])
        }
    }
}

extension MailRefusal.Cause {
    /// What it says about the address.
    package var meaning: MailRefusal.Meaning {
        switch self {
        case .senderUnauthorized, .senderUnauthenticated, .localPolicy, .relayDenied: .senderRefused
        case .mailboxUnknown, .mailboxMalformed, .mailboxInactive, .mailboxRemoved: .addressMissing
        case .mailboxFull, .tooMuchMail: .putOff
        case .transformationFailed, .otherAddress, .textUnknown: .none
        }
    }
}

extension MailRefusal {
    /// What a server said, on one line of at most 200 visible ASCII characters, without addresses.
    package static func withoutAddresses(_ text: String) -> String {
        let words = text.split { $0.isWhitespace }.map { $0.contains("@") ? "...@..." : String($0) }
        let visible = words.joined(separator: " ").unicodeScalars.map { scalar in
            (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "."
        }
        return String(visible.prefix(200))
    }
}
