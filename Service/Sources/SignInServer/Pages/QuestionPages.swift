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
        var values: [String: Any] = ["questionPath": Paths.webQuestion, "signInPath": view.signInPath]
        values["hasPasswords"] = view.hasPasswords
        values["apple"] = Self.facts(of: view.appleAccount)
        if let account = view.account {
            values["known"] = Self.facts(of: account).merging(["isFresh": view.isFresh]) { $1 }
        }
        values["existingUsersURL"] = view.existingUsersURL
        return try render("question", values, title: "Have you been here before?")
    }

    /// Shows what would come together, and what would go.
    func merge(
        _ other: Account, identities: Int, into kept: Account?, appleAccount: AppleAccountHint
    ) throws -> Response {
        var values: [String: Any] = [
            "apple": Self.facts(of: appleAccount),
            "other": Self.facts(of: other), "identities": identities, "isOne": identities == 1,
            "questionPath": Paths.webQuestion, "accountPath": Paths.webAccount,
        ]
        if let kept { values["kept"] = Self.facts(of: kept) }
        return try render("merge", values, title: "Bring your accounts together?", wide: true)
    }

    private static func facts(of hint: AppleAccountHint) -> [String: Any] {
        [
            "address": hint.address ?? "no address shared", "usedAt": PageCopy.readable(hint.provenAt),
            "usedAtISO": Timestamp.text(of: hint.provenAt),
        ]
    }

    private static func facts(of account: Account) -> [String: Any] {
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
