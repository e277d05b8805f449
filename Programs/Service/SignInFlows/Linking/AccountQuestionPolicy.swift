/// Which unknown people are asked "have you been here before?" before an account is created for them.
package enum AccountQuestionPolicy: String, Sendable, CaseIterable {
    /// Nobody. Every unknown person gets an account.
    case never
    /// People who share no address or only a private relay address. An account of theirs under another address cannot
    /// be recognised.
    case hiddenAddress = "hidden_address"
    /// Every unknown person.
    case always

    /// Whether to ask, provided that the client can.
    func asks(isAddressHidden: Bool) -> Bool {
        switch self {
        case .never: false
        case .hiddenAddress: isAddressHidden
        case .always: true
        }
    }
}
