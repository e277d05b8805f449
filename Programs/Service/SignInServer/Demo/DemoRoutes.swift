import AccountStorage
import Foundation
import HTTPServing
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
        guard let session = request.caller else { return try invitation(request) }
        return try account(session, request)
    }

    private func invitation(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        var values: [String: any Sendable] = ["signInPath": Paths.webSignIn]
        if parts.environment.policy.passwords.isOn { values["passwordPath"] = Paths.webPasswordSignIn }
        let pages = parts.pages(for: request)
        return try pages.render("demo_signed_out", values, title: pages.text("demo.title"), wide: true)
    }

    private func account(
        _ signedIn: SignedInSession, _ request: RouteRequest<SignedInSession?, Void>
    ) throws -> Response {
        let pages = parts.ownPages(for: request)
        let (account, session) = (signedIn.account, signedIn.session)
        let name = [account.givenName, account.familyName].compactMap { $0 }.joined(separator: " ")
        let origin = SessionOrigin(session)
        let steps = DemoSteps.rows(journal.entries(leadingTo: session.id), pages)
        let values: Page.Values = [
            "greeting": name.isEmpty ? pages.text("demo.welcome") : pages.text("demo.welcome_name", ["name": name]),
            "signedIn": pages.moment(session.createdAt), "signedInISO": Timestamp.text(of: session.createdAt),
            "origin": pages.text(origin.key, ["client": origin.client]), "accountID": account.id.text,
            "signOutPath": Paths.webSignOut, "accountPath": Paths.webAccount, "hasSteps": !steps.isEmpty,
            "steps": steps, "emulator": parts.emulator, "signInPath": Paths.webSignIn,
            "deletePath": Paths.webAccountDelete,
        ]
        return try pages.render(
            "demo_account", values.merging(pages.facts(of: account)) { $1 }, title: pages.text("common.your_account"),
            wide: true, script: .localTimes)
    }
}

/// Prepares journal entries for the page.
enum DemoSteps {
    /// One row per entry, with the time since the first one.
    static func rows(_ entries: [SignInJournal.Entry], _ pages: Pages) -> [[String: String]] {
        guard let first = entries.first else { return [] }
        return entries.map { entry in
            let key = "demo." + entry.point.rawValue
            return [
                "when": span(entry.at.timeIntervalSince(first.at)), "title": pages.text(key),
                "text": pages.text(key + "_text"),
            ]
        }
    }

    private static func span(_ seconds: Double) -> String {
        let milliseconds = Int((seconds * 1000).rounded())
        guard milliseconds >= 1000 else { return "+\(milliseconds) ms" }
        return "+\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
