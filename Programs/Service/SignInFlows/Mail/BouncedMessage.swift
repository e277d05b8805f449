import AccountStorage
package import Foundation

/// A message about a message that did not arrive, or did: a delivery status notification (RFC 3464).
package enum BouncedMessage {
    /// How much of a message is read, in bytes. The report stands before the original (RFC 3462 section 1), so the end of
    /// a long original is not needed.
    package static let mostRead = 65_536
    /// The field that names the account in a message to a person. It comes back with the fields of the original.
    package static let accountField = "Siwa-Account"
    private static let mostRecipients = 20
    /// The second one is for addresses beyond ASCII, and has the same fields (RFC 6533 section 3).
    private static let statusTypes: Set = ["message/delivery-status", "message/global-delivery-status"]

    /// What the message reports.
    ///
    /// Refuses with `bounce_unreadable` if it has no part with a delivery status, and with `bounce_account_missing` if
    /// neither its own address (`bounce+ACCOUNT@example.com`) nor the fields of the original name an account.
    package static func reports(in octets: [UInt8], now: Date) throws(SignInError) -> [MailReport] {
        let message = MailPart(Array(octets.prefix(mostRead)))
        let parts = message.all()
        guard let status = parts.first(where: { statusTypes.contains($0.type) }) else {
            throw .refused(.bounceUnreadable)
        }
        let blocks = status.lines.split(separator: "").map { MailPart.fields(in: $0) }
        let recipients = blocks.filter { block in block.contains { $0.name == "final-recipient" } }
        guard !recipients.isEmpty else { throw .refused(.bounceUnreadable) }
        guard let account = account(message, parts) else { throw .refused(.bounceAccountMissing) }
        let moment = moment(of: message, blocks) ?? now
        return recipients.prefix(mostRecipients).compactMap { report(of: account, $0, at: moment) }
    }

    private static func report(
        of account: AccountID, _ block: [(name: String, value: String)], at moment: Date
    ) -> MailReport? {
        func value(_ name: String) -> String? { block.first { $0.name == name }?.value }
        func typed(_ name: String) -> String? {
            value(name).flatMap { $0.split(separator: ";", maxSplits: 1).last }.map { MailPart.trimmed($0) }
        }
        let status = value("status") ?? ""
        guard let recipient = typed("original-recipient") ?? typed("final-recipient"),
            let outcome = outcome(of: value("action") ?? "", status)
        else { return nil }
        return MailReport(
            account: account, recipient: recipient, outcome: outcome,
            diagnostic: typed("diagnostic-code") ?? status, occurredAt: moment)
    }

    /// A message that is still tried says nothing yet (RFC 3464 section 2.3.3).
    private static func outcome(of action: String, _ status: String) -> MailReport.Outcome? {
        switch action.lowercased() {
        case "failed": status.hasPrefix("4") ? .deferred : .bounced
        case "delivered": .delivered
        default: nil
        }
    }

    /// The account that the address of the bounce or the fields of the original name.
    private static func account(_ message: MailPart, _ parts: [MailPart]) -> AccountID? {
        let fields = ["delivered-to", "x-original-to", "to"].flatMap { message.values(of: $0) }
        let tagged = fields.compactMap { account(inTagOf: $0) }
        guard tagged.isEmpty else { return tagged.first }
        let name = accountField.lowercased()
        let originals = parts.dropFirst().flatMap { part in
            part.values(of: name) + MailPart.fields(in: part.lines).filter { $0.name == name }.map(\.value)
        }
        return originals.lazy.compactMap { AccountID(text: $0) }.first
    }

    private static func account(inTagOf address: String) -> AccountID? {
        address.split(separator: "+").dropFirst().lazy.compactMap { rest in
            rest.firstIndex(of: "@").flatMap { AccountID(text: rest[..<$0].lowercased()) }
        }.first
    }

    /// When it happened, as the message says it, so that the same message again says the same.
    private static func moment(of message: MailPart, _ blocks: [[(name: String, value: String)]]) -> Date? {
        let fields = blocks.flatMap { $0 }
        let said = fields.first { $0.name == "last-attempt-date" } ?? fields.first { $0.name == "arrival-date" }
        return [said?.value, message["date"]].compactMap { $0 }.lazy.compactMap { date(from: $0) }.first
    }

    /// Reads a time of RFC 5322 section 3.3, with or without the day of the week and the zone's name in parentheses.
    private static func date(from text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        let bare = MailPart.trimmed(text.prefix { $0 != "(" })
        for format in ["EEE, d MMM yyyy HH:mm:ss Z", "d MMM yyyy HH:mm:ss Z"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: bare) { return date }
        }
        return nil
    }
}
