/// Whom to ask "have you been here before?" before an account is made for them.
package enum AccountQuestionPolicy: String, Sendable, CaseIterable {
    /// Nobody: whoever is unknown gets an account.
    case never
    /// Who shares no address, or one of Apple's relay: an account they have under another cannot be recognised.
    case hiddenAddress = "hidden_address"
    /// Everybody who is unknown.
    case always

    /// Whether to ask, if the client can.
    func asks(isAddressHidden: Bool) -> Bool {
        switch self {
        case .never: false
        case .hiddenAddress: isAddressHidden
        case .always: true
        }
    }
}
