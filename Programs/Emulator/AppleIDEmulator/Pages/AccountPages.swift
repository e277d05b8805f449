import HTTPServing

/// The account pages.
extension Page {
    /// The sign-in page for a visitor who is not signed in.
    static func accountSignIn(
        _ visitor: AccountVisitor, _ choice: PeopleChoice, typed: String = "", problem: PageText? = nil
    ) -> Page {
        Page(
            "account_sign_in", title: PageText("account.yours"), visitor.shown, choice.texts,
            ["choice": choice, "typed": typed, "problem": problem])
    }

    static func accountSignInPassword(_ visitor: AccountVisitor, _ person: Person, problem: PageText? = nil) -> Page {
        Page(
            "account_sign_in_password", title: PageText("sign_in.enter_password"), visitor.shown(to: person),
            ["person": person.key, "problem": problem])
    }

    /// The apps and websites that use the account.
    static func accountOverview(_ visitor: AccountVisitor, _ person: Person, _ uses: [AccountUse]) -> Page {
        let apps = uses.map { use in
            var shown: [String: any Sendable] = [
                "name": use.appName, "initial": use.initial, "got": use.summary, "since": use.since,
                "address": address(of: use.key),
            ]
            shown["id"] = use.shownIdentifier
            return shown
        }
        return Page(
            "account_overview", title: PageText("account.yours"), visitor.shown(to: person),
            ["apps": apps, "hasApps": !apps.isEmpty])
    }

    /// The address of ``accountApp(_:_:_:)``.
    static func address(of app: Consent.Key) -> String {
        "/account/app?" + FormFields.encode([("team", app.teamID), ("app", app.primaryApp)])
    }

    /// One group of apps: what it received, mail forwarding, and a button to stop using it.
    static func accountApp(_ visitor: AccountVisitor, _ person: Person, _ use: AccountUse) -> Page {
        Page(
            "account_app", title: use.appName, visitor.shown(to: person),
            [
                "app": use.key.primaryApp, "appName": use.appName, "id": use.shownIdentifier, "initial": use.initial,
                "team": use.key.teamID, "clients": use.clients, "since": use.since, "name": use.name,
                "address": use.sharedAddress,
                "subject": use.subject, "relay": use.relay, "isForwarding": use.isForwarding,
                "switched": use.isForwarding ? "off" : "on",
            ])
    }

    static func accountPassword(_ visitor: AccountVisitor, _ person: Person, problem: PageText? = nil) -> Page {
        Page(
            "account_password", title: PageText("account.password"), visitor.shown(to: person), ["problem": problem])
    }

    static func accountDelete(
        _ visitor: AccountVisitor, _ person: Person, _ uses: [AccountUse], problem: PageText? = nil
    ) -> Page {
        Page(
            "account_delete", title: PageText("account.delete"), visitor.shown(to: person),
            ["apps": uses.map(\.appName), "hasApps": !uses.isEmpty, "problem": problem])
    }

    /// For a form that did not come from a page of this visit.
    static func accountFormRefused(_ explanation: PageText) -> Page {
        Page("account_form_refused", title: PageText("account.again"), ["explanation": explanation])
    }
}

extension AccountUse {
    /// The app's identifier, beside its name.
    fileprivate var shownIdentifier: String? { appName == key.primaryApp ? nil : key.primaryApp }
}

extension PageText {
    /// Why something on the account page had no effect.
    static func refusal(_ refusal: AccountRefusal) -> PageText { PageText("refusal." + refusal.rawValue) }
}

extension AccountVisitor {
    fileprivate var shown: Page.Values { ["token": session.formToken, "notice": session.notice] }

    func shown(to person: Person) -> Page.Values {
        ["token": session.formToken, "notice": session.notice, "holder": person.shown, "hint": person.password]
    }
}
