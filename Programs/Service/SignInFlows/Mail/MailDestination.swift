import AccountStorage

/// Where a message to a person goes, or why it goes nowhere.
enum MailDestination: Sendable, Equatable {
    case address(String)
    /// A stable code: the state of the relay address, `no_address`, `no_account` or `account_disabled`.
    case nowhere(String)

    /// Decides for a message to an address. Apple shares a hundred messages a day among all senders, and a sender of many
    /// messages to addresses that refuse them loses its good name. So nothing goes where mail is known not to arrive.
    ///
    /// - Parameter delivery: what is known about the account's relay address; nil if it does not hide its address.
    static func decide(_ address: String?, of account: Account?, _ delivery: EmailDelivery?) -> MailDestination {
        guard let account else { return .nowhere("no_account") }
        guard let address else { return .nowhere("no_address") }
        let isHidden = account.email.map { EmailAddress.isSame($0, address) } ?? false
        if isHidden, let delivery, !delivery.state.allowsMail { return .nowhere(delivery.state.code) }
        return .address(address)
    }

    /// Where a message of a backend to the person of an account goes: to their present address. An account that is closed or
    /// waits for a decision gets none; the service's own mail about its password still goes to its address.
    static func find(
        for account: Account, in records: any AccountTransaction
    ) throws(StorageFailure) -> MailDestination {
        guard account.disabledAt == nil else { return .nowhere("account_disabled") }
        return decide(account.email, of: account, try HiddenAddress.delivery(to: account, in: records))
    }

    /// Where a message goes that has waited. One for which a backend asked goes to the address that the person has by now,
    /// since Apple gives another one after a return. One about a login name goes to that name.
    static func find(
        for mail: OutgoingMail, to address: String, in records: any AccountTransaction
    ) throws(StorageFailure) -> MailDestination {
        guard let account = try records.findAccount(mail.accountID) else { return decide(address, of: nil, nil) }
        if try records.findMailRequest(MailRequestID(mail.id)) != nil { return try find(for: account, in: records) }
        return decide(address, of: account, try HiddenAddress.delivery(to: account, in: records))
    }
}
