import HTTPServing

/// The pages of a sign-in, in order.
extension Page {
    static func account(
        _ flow: String, _ client: Client, _ choice: PeopleChoice, typed: String = "", problem: PageText? = nil
    ) -> Page {
        Page(
            "account", title: PageText("sign_in.account"), client.shown, choice.texts,
            ["flow": flow, "step": 1, "choice": choice, "typed": typed, "problem": problem])
    }

    static func password(_ flow: String, _ signIn: PageSignIn, _ person: Person, problem: PageText? = nil) -> Page {
        Page(
            "password", title: PageText("sign_in.enter_password"), signIn.request.client.shown, person.shown,
            ["flow": flow, "step": 2, "again": "/auth/authorize?" + signIn.query, "problem": problem])
    }

    static func code(_ flow: String, _ signIn: PageSignIn, problem: PageText? = nil) -> Page {
        let code = signIn.deviceCode.prefix(3) + " " + signIn.deviceCode.suffix(3)
        return Page(
            "code", title: PageText("sign_in.two_factor"), signIn.request.client.shown,
            ["flow": flow, "step": 3, "shownCode": String(code), "problem": problem])
    }

    static func consent(
        _ flow: String, _ signIn: PageSignIn, _ person: Person, consent: Consent?, relay: String
    ) -> Page {
        Page(
            "consent", title: PageText(consent == nil ? "consent.create" : "consent.continue"), ["step": 4],
            sharing(flow, signIn, person, consent: consent, relay: relay))
    }

    /// The sheet of the system, over the page of the website.
    static func safariSheet(
        _ flow: String, _ signIn: PageSignIn, _ person: Person, consent: Consent?, relay: String
    ) -> Page {
        Page(
            "safari_sheet", title: PageText(consent == nil ? "sheet.sign_up" : "sheet.sign_in"),
            ["host": signIn.request.redirectURI.split(separator: "/").dropFirst().first.map(String.init)],
            sharing(flow, signIn, person, consent: consent, relay: relay))
    }

    /// A relay address in two parts, between which a narrow page may break it.
    static func shown(_ relay: String) -> Values {
        let parts = relay.split(separator: "@", maxSplits: 1)
        return ["relayName": parts.first.map(String.init), "relayDomain": parts.dropFirst().first.map(String.init)]
    }

    /// What the app asks for, and what the person can choose.
    private static func sharing(
        _ flow: String, _ signIn: PageSignIn, _ person: Person, consent: Consent?, relay: String
    ) -> Values {
        let scopes = signIn.request.scopes
        let own: Values = [
            "flow": flow, "isFirst": consent == nil, "asksName": scopes.contains(.name),
            "asksEmail": scopes.contains(.email), "asksAnything": !scopes.isDisjoint(with: [.name, .email]),
            "hasMailbox": person.managed?.hasMailbox ?? true, "canHide": person.managed == nil,
            "mustHide": person.outcome == .hidesEmail,
            "known": consent?.known(of: person, relay: relay),
        ]
        return signIn.request.client.shown.merging(person.shown) { $1 }.merging(shown(relay)) { $1 }
            .merging(own) { $1 }
    }
}

extension Consent {
    /// What the app already knows about a returning person: an address, a name, or nothing.
    fileprivate func known(of person: Person, relay: String) -> (any Sendable)? {
        if scopes.contains(.email) { return isEmailShared ? person.email : relay }
        return scopes.contains(.name) ? PageText("consent.your_name") : nil
    }
}
