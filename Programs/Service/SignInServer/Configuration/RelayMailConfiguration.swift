import AccountStorage
import HTTPServing
import Settings
import SignInFlows

/// From where the app and the service send mail to relay addresses, and where bounces arrive.
package struct RelayMailConfiguration: Sendable, Equatable {
    /// The domains and addresses that are registered at Apple, in small letters.
    package var senders: [String] = []
    /// The domain of the envelope sender; `nil` for that of `mail.from`.
    package var envelopeDomain: String?
    /// The selectors of the DKIM keys.
    package var selectors: [String] = []
    /// The IP addresses from which mail leaves.
    package var sendingAddresses: [String] = []
    /// The Maildir into which a mail server puts bounces; `nil` if there is none.
    package var bouncesFolder: String?

    /// The most that an organisation can register (https://developer.apple.com/help/account/capabilities/configure-private-email-relay-service).
    package static let mostSenders = 100

    /// Nothing.
    package init() {}

    /// Faults go to `settings`.
    init(_ settings: SettingsReader) {
        senders = settings.list(
            "mail.senders",
            "The domains and addresses that are registered at Apple as senders "
                + "([hidden-mail.md](hidden-mail.md#register-your-senders))."
        ).map(EmailAddress.folded)
        envelopeDomain = settings.text(
            "mail.envelope_domain", unset: "the domain of mail.from",
            "The domain of the envelope sender (MAIL FROM), to which bounces go."
        ).map(EmailAddress.folded)
        selectors = settings.list(
            "mail.dkim_selectors", "The selectors of the keys with which your mail is signed (DKIM).")
        sendingAddresses = settings.list("mail.sending_addresses", "The IP addresses from which your mail leaves.")
        bouncesFolder = settings.file(
            "mail.bounces_folder",
            "A Maildir of bounces, which the service reads "
                + "([hidden-mail.md](hidden-mail.md#tell-us-what-became-of-your-mail)).")
        for sender in senders where !Self.isSource(sender) {
            settings.add(fault: "mail.senders: \(sender) is neither a domain nor an email address")
        }
        if senders.count > Self.mostSenders {
            settings.add(fault: "mail.senders: Apple takes at most \(Self.mostSenders)")
        }
        if let envelopeDomain, !Self.isDomain(envelopeDomain) {
            settings.add(fault: "mail.envelope_domain: must be a domain")
        }
        for selector in selectors where !Self.isDomain(selector + ".example") {
            settings.add(fault: "mail.dkim_selectors: \(selector) is not a selector")
        }
        for address in sendingAddresses where NetworkAddress(address) == nil {
            settings.add(fault: "mail.sending_addresses: \(address) is not an IP address")
        }
    }

    /// Whether Apple knows an address as a sender, by itself or by its domain. A domain does not cover its subdomains.
    package func covers(_ address: String) -> Bool {
        let folded = EmailAddress.folded(address)
        let domain = folded.split(separator: "@").last.map(String.init) ?? folded
        return senders.contains(folded) || senders.contains(domain)
    }

    /// What is probably not intended, for the log.
    func warnings(from address: String?) -> [String] {
        guard let address, !covers(address) else { return [] }
        let fault = senders.isEmpty ? "mail.senders is empty" : "mail.senders does not name \(address) or its domain"
        return [
            fault + ": Apple refuses mail to relay addresses from senders that are not registered (siwa doctor mail)"
        ]
    }

    private static func isSource(_ text: String) -> Bool {
        text.contains("@") ? LoginNameText(text)?.isAddress == true : isDomain(text)
    }

    /// Whether a text is a host name with at least two labels (RFC 1123 section 2.1). Underscores occur in selectors.
    private static func isDomain(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count)
                    && label.utf8.allSatisfy { octet in
                        (0x61...0x7A).contains(octet) || (0x41...0x5A).contains(octet) || (0x30...0x39).contains(octet)
                            || octet == UInt8(ascii: "-") || octet == UInt8(ascii: "_")
                    }
            }
    }
}
