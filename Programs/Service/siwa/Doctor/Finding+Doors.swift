import SignInFlows
import SignInServer

extension Finding {
    /// The closed doors of the service. Whoever asks why new people are refused finds them here.
    static func doors(_ doors: AccountDoors) -> [Finding] {
        var findings: [Finding] = []
        if doors.newAccounts != .everybody {
            findings.append(
                .fine(
                    "new_accounts_closed", "sign_in.new_accounts",
                    doors.newAccounts == .known
                        ? "Only people with a link ticket get a new account."
                        : "Nobody gets a new account by signing in. Accounts are imported."))
        }
        if doors.hiddenAddresses == .refuse {
            findings.append(
                Finding(
                    code: "hidden_addresses_refused", level: .warning, subject: "sign_in.hidden_addresses",
                    meaning: AccountDoors.reviewAdvice.capitalizedSentence + ".",
                    advice: "Offer another login that lets people hide their address, or set sign_in.hidden_addresses "
                        + "to allow and sign_in.question to hidden_address.", evidence: .documented))
        }
        return findings
    }
}

extension String {
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}
