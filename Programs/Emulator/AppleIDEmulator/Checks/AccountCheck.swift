/// A person who has authenticated, and the app they want to sign in to.
struct AccountAttempt: Sendable {
    let person: Person
    let client: Client
    /// Whether the person's organization allows the app. True for everybody else.
    let isAllowedByOrganization: Bool
    var switches = Switches()

    /// Every check of the account, in order (Documentation/emulator-fidelity.md, "Devices and accounts").
    static let checks: [Check<AccountAttempt>] = [accountUsable, signInWorks, childAllowed, organizationAllows]

    /// The only text that was seen when a sign-in failed after authentication. For these causes, Apple's is unknown.
    private static let failedLater = "Your request could not be completed because of an error. Please try again later."
}

extension AccountAttempt {
    /// Apple says that nobody can sign in to a locked account (https://support.apple.com/102640). Its text is not known.
    static let accountUsable = Check<AccountAttempt>("account_locked") { attempt in
        guard attempt.person.outcome == .locked else { return nil }
        return .invalidRequest(
            "account_locked", "The name of this test person says that the account is locked.",
            description: "This Apple Account is locked.")
    }

    static let signInWorks = Check<AccountAttempt>("sign_in_failed") { attempt in
        guard attempt.person.outcome == .failed else { return nil }
        return .invalidRequest(
            "sign_in_failed", "The name of this test person lets the sign-in fail after authentication.",
            description: failedLater)
    }

    /// Whether Apple refuses accounts of children anywhere is unknown, so this is a switch.
    static let childAllowed = Check<AccountAttempt>("child_refused") { attempt in
        guard attempt.person.isChild, attempt.switches.childSignIn == .refused else { return nil }
        return .invalidRequest(
            "child_refused", "\(attempt.person.key) is a child, and the switch child_sign_in refuses children.",
            description: failedLater)
    }

    static let organizationAllows = Check<AccountAttempt>("organization_forbids") { attempt in
        guard !attempt.isAllowedByOrganization else { return nil }
        return .invalidRequest(
            "organization_forbids",
            "The organization \(attempt.person.managed?.organizationID ?? "") does not allow \(attempt.client.id) "
                + "for its Managed Apple Accounts.", description: failedLater)
    }
}

extension World {
    /// Runs every check of the account that is not waived.
    func requireAccess(of person: Person, to client: Client) throws(Refusal) {
        let isAllowed = person.managed.map { allows(client.primaryApp, organization: $0.organizationID) }
        try AccountAttempt.checks.require(
            AccountAttempt(
                person: person, client: client, isAllowedByOrganization: isAllowed ?? true, switches: switches),
            waived: waived)
    }
}
