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
        + [.searching, .authorizing, .exchanging(.asking), .exchanging(.waiting)]
        + [
            .checking(.example), .signedIn(.example), .transferring(.example), .deleting(.example),
        ]
}
