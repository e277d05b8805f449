import Foundation

extension SignedInPerson {
    /// Grace Hopper, for previews and snapshots.
    public static let example = SignedInPerson(
        account: SignInAccount(
            id: "account-1", name: PersonName(typedGiven: "Grace", typedFamily: "Hopper"), email: "grace@example.com"),
        appleUser: "001234.0123456789abcdef0123456789abcdef.0001",
        signedInAt: Date(timeIntervalSince1970: 1_800_000_000))
}

extension SignInState {
    /// One example of each state, and of each reason to be signed out. Previews and snapshot tests can show all of them.
    public static let examples: [SignInState] =
        [.unknown]
        + [
            .notYet, .byPerson, .credentialRevoked, .credentialNotFound, .unconfirmedAfterReinstallation, .sessionEnded,
            .accountDeleted(.queued), .accountDeleted(.byHand(address: "https://support.apple.com/102571")),
        ].map { .signedOut($0) }
        + [
            .searching, .authorizing, .exchanging(.asking), .exchanging(.waiting),
            .asking(.example), .asking(.exampleKnown), .asking(.exampleMerge), .asking(.exampleOffer),
            .checking(.example), .signedIn(.example), .linking(.example), .confirming(.example),
            .transferring(.example), .deleting(.example),
        ]
}

extension AccountQuestion {
    /// Whether somebody who hides their address has been here before.
    public static let example = AccountQuestion(isAddressHidden: true, expiresAt: end)
    /// The same, after the person has signed in to an account of theirs.
    public static let exampleKnown = AccountQuestion(isAddressHidden: true, expiresAt: end, person: .example)
    /// Whether to merge two accounts.
    public static let exampleMerge = AccountQuestion(
        isAddressHidden: false,
        merge: MergePreview(account: SignInAccount(id: "account-2", email: "hopper@example.org"), identities: 1),
        expiresAt: end, person: .example)
    /// Whether to merge the account from before the app moved to another developer team.
    public static let exampleOffer: AccountQuestion = {
        var question = Self.exampleMerge
        question.isOffer = true
        return question
    }()

    private static let end = Date(timeIntervalSince1970: 1_800_000_600)
}
