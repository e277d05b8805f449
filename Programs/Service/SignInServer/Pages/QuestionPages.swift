import AccountStorage
import HTTPServing
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
    /// Whether a new person gets no account.
    let isClosedToNew: Bool
    /// Whether the app has moved to another team, where nobody knows the person.
    let isAboutTransfer: Bool
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
                "apple": facts(of: view.appleAccount), "existingUsersURL": view.existingUsersURL,
                "isClosedToNew": view.isClosedToNew, "isAboutTransfer": view.isAboutTransfer,
                "known": view.account.map { facts(of: $0).merging(["isFresh": view.isFresh]) { $1 } },
            ], title: text("question.title"), permission: .resend, script: .localTimes)
    }

    /// Shows which data would be merged and which deleted.
    ///
    /// - Parameter target: where a person goes on who has just signed in and had the other account before the app moved to
    ///   another team; nil for a person who links an Apple Account to their account. Either answer leads there.
    func merge(
        _ other: Account, identities: Int, into kept: Account?, appleAccount: AppleAccountHint,
        target: ReturnTarget? = nil
    ) throws -> Response {
        let permission: Permission = target == nil ? .quiet : .resend
        // After a transfer, one of the identities is the person's own from before.
        let transferred = identities > 1 ? "merge.transferred_effect_others" : "merge.transferred_effect"
        let effect = target == nil ? text("merge.effect", count: identities) : text(transferred)
        return try render(
            "merge",
            [
                "apple": facts(of: appleAccount), "other": facts(of: other),
                "kept": kept.map { facts(of: $0) }, "effect": effect,
                "questionPath": Paths.webQuestion, "keepPath": target?.location ?? Paths.webAccount,
                "isAboutTransfer": target != nil,
            ], title: text("merge.title"), wide: true, permission: permission, script: .localTimes)
    }

    private func facts(of hint: AppleAccountHint) -> [String: any Sendable] {
        [
            "address": hint.address ?? text("apple.no_address"), "usedAt": moment(hint.provenAt),
            "usedAtISO": Timestamp.text(of: hint.provenAt),
        ]
    }

    /// The facts about an account that pages show.
    func facts(of account: Account) -> [String: any Sendable] {
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        // A narrow page may break an address before its domain, and nowhere else.
        let domain = account.email.flatMap { email in email.lastIndex(of: "@").map { String(email[$0...]) } }
        let facts: Page.Values = [
            "name": name.isEmpty ? text("common.not_shared") : name,
            "emailName": account.email.map { String($0.dropLast(domain?.count ?? 0)) } ?? text("common.not_shared"),
            "emailDomain": domain,
            "isPrivate": account.email != nil && account.isPrivateEmail,
            "isUnproven": account.email != nil && !account.isEmailVerified,
            "memberSince": moment(account.createdAt),
            "memberSinceISO": Timestamp.text(of: account.createdAt),
        ]
        return facts.compactMapValues { $0 }
    }
}
