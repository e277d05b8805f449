import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// What the page "have you been here before?" knows.
struct QuestionView {
    /// Whose session the browser holds.
    let account: Account?
    /// Whether that session's person proved themselves a moment ago.
    let isFresh: Bool
    /// The app's own page for people who have an account there.
    let existingUsersURL: String?
    /// Where somebody signs in to an account they have, and comes back.
    let signInPath: String
    /// Whether that can be done with a password.
    let hasPasswords: Bool
    /// The Apple Account that the question is about.
    let appleAccount: AppleAccountHint
}

/// The pages that ask a person: have you been here before, and are two accounts to be brought together?
extension Pages {
    func question(_ view: QuestionView) throws -> Response {
        try render(
            "question",
            [
                "questionPath": Paths.webQuestion, "signInPath": view.signInPath, "hasPasswords": view.hasPasswords,
                "apple": Self.facts(of: view.appleAccount), "existingUsersURL": view.existingUsersURL,
                "known": view.account.map { Self.facts(of: $0).merging(["isFresh": view.isFresh]) { $1 } },
            ], title: "Have you been here before?")
    }

    /// Shows what would come together, and what would go.
    func merge(
        _ other: Account, identities: Int, into kept: Account?, appleAccount: AppleAccountHint
    ) throws -> Response {
        try render(
            "merge",
            [
                "apple": Self.facts(of: appleAccount), "other": Self.facts(of: other),
                "kept": kept.map { Self.facts(of: $0) }, "identities": identities, "isOne": identities == 1,
                "questionPath": Paths.webQuestion, "accountPath": Paths.webAccount,
            ], title: "Merge your accounts?", wide: true)
    }

    private static func facts(of hint: AppleAccountHint) -> [String: any Sendable] {
        [
            "address": hint.address ?? "no address shared", "usedAt": PageCopy.readable(hint.provenAt),
            "usedAtISO": Timestamp.text(of: hint.provenAt),
        ]
    }

    /// What pages show of an account.
    static func facts(of account: Account) -> [String: any Sendable] {
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        return [
            "name": name.isEmpty ? "not shared" : name, "email": account.email ?? "not shared",
            "isPrivate": account.email != nil && account.isPrivateEmail,
            "isUnproven": account.email != nil && !account.isEmailVerified,
            "memberSince": PageCopy.readable(account.createdAt),
            "memberSinceISO": Timestamp.text(of: account.createdAt),
        ]
    }
}
