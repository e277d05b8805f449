import HTTPServing
import Hummingbird

/// The form posts of the sign-in pages: account, password, code, consent, cancel. Each works without scripts.
struct AuthorizeSteps: Sendable {
    typealias Step = @Sendable (Visit) throws -> Answer

    /// A form post within one browser's sign-in.
    struct Visit: Sendable {
        let fields: FormFields
        let flow: String
        let signIn: PageSignIn
        /// The pages in the language of the person.
        let pages: LocalPages
    }

    let state: EmulatorState
    let languages: PageLanguages

    func account(_ visit: Visit) throws -> Answer {
        if let letters = visit.fields["find"] {
            return try page(
                .account(visit.flow, visit.signIn.request.client, state.peopleChoice(find: letters)), visit)
        }
        let typed = visit.fields["email"] ?? ""
        let person = state.read { world in
            visit.fields["person"].flatMap { world.person($0) } ?? world.person(withEmail: typed)
        }
        guard let person else {
            state.read { $0.tell(.account, isAccepted: false, visit.signIn, nil) }
            return try page(
                .account(
                    visit.flow, visit.signIn.request.client, state.peopleChoice(), typed: typed,
                    problem: .noAccount), visit)
        }
        state.note { world in
            world.pageSignIns.update(visit.flow) { signIn in
                signIn.person = person
                signIn.progress = .accountChosen
            }
            world.tell(.account, isAccepted: true, visit.signIn, person)
        }
        return try page(.password(visit.flow, visit.signIn, person), visit)
    }

    func password(_ visit: Visit) throws -> Answer {
        let person = try person(of: visit, atLeast: .accountChosen)
        let isRight = visit.fields["password"] == person.password
        state.read { $0.tell(.password, isAccepted: isRight, visit.signIn, person) }
        guard isRight else {
            return try page(.password(visit.flow, visit.signIn, person, problem: .wrongPassword), visit)
        }
        advance(visit, to: .passwordGiven)
        let isTrusted = state.read { world in
            world.trustedBrowsers.trusts(visit.signIn.browser, for: person.key, now: world.clock.now)
        }
        return isTrusted ? try authenticated(visit, person) : try page(.code(visit.flow, visit.signIn), visit)
    }

    func code(_ visit: Visit) throws -> Answer {
        let person = try person(of: visit, atLeast: .passwordGiven)
        let isRight = visit.fields["code"]?.filter { $0 != " " } == visit.signIn.deviceCode
        state.read { $0.tell(.code, isAccepted: isRight, visit.signIn, person) }
        guard isRight else {
            return try page(.code(visit.flow, visit.signIn, problem: PageText("problem.code")), visit)
        }
        if visit.fields["trust"] != nil {
            state.note { $0.trustedBrowsers.trust(visit.signIn.browser, for: person.key, now: $0.clock.now) }
        }
        return try authenticated(visit, person)
    }

    private func authenticated(_ visit: Visit, _ person: Person) throws -> Answer {
        let client = visit.signIn.request.client
        try state.read { world in try world.requireAccess(of: person, to: client) }
        advance(visit, to: .codeGiven)
        let key = Consent.Key(person: person.key, teamID: client.teamID, primaryApp: client.primaryApp)
        let consent = state.read { $0.consent(key) }
        let relay = state.relayAddress(of: person.key, team: client.teamID, consent)
        return try page(.consent(visit.flow, visit.signIn, person, consent: consent, relay: relay), visit)
    }

    func consent(_ visit: Visit) throws -> Answer {
        let person = try person(of: visit, atLeast: .codeGiven)
        if let response = visit.signIn.response { return try answer(response, visit, person) }
        if person.declines { return try cancel(visit) }
        state.read { $0.tell(.consent, isAccepted: true, visit.signIn, person) }
        let authorized = try state.authorize(
            visit.signIn.request.approval,
            ConsentChoice(
                person: person, isEmailShared: visit.fields["email_choice"] != "hide",
                name: PersonName(
                    first: visit.fields["first_name"] ?? person.firstName,
                    last: visit.fields["last_name"] ?? person.lastName)))
        return try finish(visit, AuthorizeResponse(visit.signIn.request, authorized), person)
    }

    func cancel(_ visit: Visit) throws -> Answer {
        if let response = visit.signIn.response { return try answer(response, visit, visit.signIn.person) }
        state.tell(.signInCancelled, client: visit.signIn.request.client.id, person: visit.signIn.person?.key)
        return try finish(visit, AuthorizeResponse(cancelling: visit.signIn.request), visit.signIn.person)
    }

    /// Runs a step with the sign-in that the post belongs to. Without the browser's cookie, there is none.
    func visit(_ request: Request, _ step: Step) async throws -> Answer {
        guard let fields = try await request.form() else {
            return try languages.choose(request).refused(
                .invalidRequest("page_form", "The pages accept only percent-encoded forms."), client: nil, status: 400)
        }
        let (flow, browser) = (fields["flow"] ?? "", BrowserCookie.value(in: request) ?? "")
        let signIn = state.read { $0.pageSignIns.find(flow, browser: browser, now: $0.clock.now) }
        let pages = languages.choose(request, locale: signIn?.locale)
        do {
            guard let signIn else {
                throw Refusal.invalidRequest(
                    "page_sign_in_unknown",
                    "The sign-in has ended, began in another browser, or cookies are blocked. Start again in the app."
                )
            }
            return try step(Visit(fields: fields, flow: flow, signIn: signIn, pages: pages))
        } catch let refusal as Refusal {
            return try pages.refused(
                refusal, client: signIn?.request.client.id, status: state.read { $0.switches.errorPageStatus })
        }
    }

    private func person(of visit: Visit, atLeast progress: PageSignIn.Progress) throws -> Person {
        guard let person = visit.signIn.person, visit.signIn.progress >= progress else {
            throw Refusal.invalidRequest("page_out_of_order", "A page was skipped. Start again in the app.")
        }
        // the current state of the person: the password may have changed, or the account may be deleted
        guard let current = state.read({ $0.person(person.key) }) else { throw Refusal.personDeleted }
        return current
    }

    private func advance(_ visit: Visit, to progress: PageSignIn.Progress) {
        state.note { world in
            world.pageSignIns.update(visit.flow) { $0.progress = max($0.progress, progress) }
        }
    }

    private func finish(_ visit: Visit, _ response: AuthorizeResponse, _ person: Person?) throws -> Answer {
        state.note { world in
            world.pageSignIns.update(visit.flow) { $0.response = response }
        }
        return try answer(response, visit, person)
    }

    func answer(_ response: AuthorizeResponse, _ visit: Visit, _ person: Person?) throws -> Answer {
        var answer: Answer
        if let location = response.location {
            answer = .seeOther(location)
        } else if let message = response.webMessage {
            answer = .page(
                try visit.pages.render(.webMessage(message, flow: visit.flow)), script: PagePolicy.webMessageScript,
                reports: true)
        } else {
            answer = .page(try visit.pages.render(.formPost(response)), script: PagePolicy.formPostScript)
        }
        answer.client = visit.signIn.request.client.id
        answer.person = person?.key
        return answer
    }

    func page(_ page: Page, _ visit: Visit) throws -> Answer { .page(try visit.pages.render(page)) }
}
