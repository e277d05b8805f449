import AccountStorage
import Foundation
import Hummingbird
import SignInAPI
import SignInFlows

/// The demo page: an invitation to sign in, or the account and the steps of its sign-in.
struct DemoRoutes: RouteGroup {
    let parts: ServiceParts
    let journal: SignInJournal

    var routes: [Route] {
        [Route(.get, Paths.start, budget: .network(.account), authentication: .visitor, body: .none, use: page)]
    }

    private func page(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard let session = request.caller else { return try invitation() }
        return try account(session)
    }

    private func invitation() throws -> Response {
        var values: [String: any Sendable] = ["signInPath": Paths.webSignIn]
        if parts.environment.policy.passwords.isOn { values["passwordPath"] = Paths.webPasswordSignIn }
        return try parts.pages.render(
            "demo_signed_out", values, title: "Sign in with Apple, on this machine", wide: true)
    }

    private func account(_ signedIn: SignedInSession) throws -> Response {
        let account = signedIn.account
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        let steps = DemoSteps.rows(journal.entries(leadingTo: signedIn.session.id))
        return try parts.pages.render(
            "demo_account",
            [
                "greeting": name.isEmpty ? "Welcome" : "Welcome, \(name)",
                "name": name.isEmpty ? "not shared" : name,
                "email": account.email ?? "not shared",
                "isPrivate": account.email != nil && account.isPrivateEmail,
                "isUnproven": account.email != nil && !account.isEmailVerified,
                "memberSince": PageCopy.readable(account.createdAt),
                "memberSinceISO": Timestamp.text(of: account.createdAt),
                "signedIn": PageCopy.readable(signedIn.session.createdAt),
                "signedInISO": Timestamp.text(of: signedIn.session.createdAt),
                "platform": PageCopy.copy(for: signedIn.session.platform),
                "accountID": account.id.text, "signOutPath": Paths.webSignOut,
                "accountPath": Paths.webAccount,
                "hasSteps": !steps.isEmpty, "steps": steps,
            ],
            title: "Your account", wide: true)
    }
}

/// Prepares journal entries for the page.
enum DemoSteps {
    /// One row per entry, with the time since the first one.
    static func rows(_ entries: [SignInJournal.Entry]) -> [[String: String]] {
        guard let first = entries.first else { return [] }
        return entries.map { entry in
            let copy = SignInStepCopy.copy(for: entry.point)
            return ["when": span(entry.at.timeIntervalSince(first.at)), "title": copy.title, "text": copy.text]
        }
    }

    private static func span(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        guard milliseconds >= 1000 else { return "+\(milliseconds) ms" }
        return "+\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
