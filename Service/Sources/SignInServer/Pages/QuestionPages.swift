import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// The values for the page "Have you been here before?".
struct QuestionView {
    /// The account of the browser's session.
    let account: Account?
    /// Whether the session's person signed in a moment ago.
    let isFresh: Bool
    /// The app's own page for people who already have an account.
    let existingUsersURL: String?
    /// The path to sign in to an existing account and come back.
    let signInPath: String
    /// Whether people can sign in with a password.
    let hasPasswords: Bool
    /// The Apple Account that the question is about.
    let appleAccount: AppleAccountHint
}

/// The pages with a question to the person: "Have you been here before?" and whether to merge two accounts.
extension Pages {
    /// The answer leads to the target of the sign-in. If that is on another origin, `form-action 'self'` would block the
    /// redirect.
    func question(_ view: QuestionView) throws -> Response {
        try render(
            "question",
            [
                "questionPath": Paths.webQuestion, "signInPath": view.signInPath, "hasPasswords": view.hasPasswords,
                "apple": Self.facts(of: view.appleAccount), "existingUsersURL": view.existingUsersURL,
                "known": view.account.map { Self.facts(of: $0).merging(["isFresh": view.isFresh]) { $1 } },
            ], title: "Have you been here before?", permission: .resend)
    }

    /// Shows which data would be merged and which deleted.
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

    /// The facts about an account that pages show.
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
