import HTTPServing
import HTTPTypes
import Hummingbird

/// The form posts of the account page. Each needs the browser's cookie and the token of the page it was sent from.
struct AccountPosts: Sendable {
    typealias Post = @Sendable (AccountVisitor, FormFields) throws -> Answer
    typealias PersonalPost = @Sendable (AccountVisitor, Person, FormFields) throws -> Answer

    let state: EmulatorState
    let languages: PageLanguages

    func signIn(_ visitor: AccountVisitor, _ fields: FormFields) throws -> Answer {
        if let letters = fields["find"] {
            return try page(.accountSignIn(visitor, state.peopleChoice(find: letters)), visitor)
        }
        let typed = fields["email"] ?? ""
        let person = state.read { world in
            fields["person"].flatMap { world.person($0) } ?? world.person(withEmail: typed)
        }
        guard let person else {
            return try page(
                .accountSignIn(
                    visitor, state.peopleChoice(), typed: typed, problem: .noAccount), visitor)
        }
        guard let password = fields["password"] else {
            return try page(.accountSignInPassword(visitor, person), visitor)
        }
        guard password == person.password else {
            return try page(.accountSignInPassword(visitor, person, problem: .wrongPassword), visitor)
        }
        return begin(replacing: visitor, person: person.key)
    }

    func signOut(_ visitor: AccountVisitor, _ fields: FormFields) throws -> Answer {
        begin(replacing: visitor, notice: PageText("notice.signed_out"))
    }

    func forwarding(_ visitor: AccountVisitor, _ person: Person, _ fields: FormFields) throws -> Answer {
        let key = key(person, fields)
        let isOn = fields["forwarding"] == "on"
        try state.setForwarding(isOn, person: person.key, teamID: key.teamID)
        return back(
            visitor, to: Page.address(of: key), PageText(isOn ? "notice.forwarding_on" : "notice.forwarding_off"))
    }

    func reply(_ visitor: AccountVisitor, _ person: Person, _ fields: FormFields) throws -> Answer {
        let id = fields["id"] ?? ""
        do {
            try state.reply(to: id, of: person.key, fields["text"] ?? "")
            return back(visitor, to: "/account/mail", PageText("notice.replied"))
        } catch let refusal as ReplyRefusal {
            guard let message = state.read({ $0.mail.message(id) }), message.relay.person == person.key,
                refusal != .messageUnknown
            else { return .seeOther("/account/mail") }
            return try page(
                .accountMailMessage(visitor, person, message, problem: PageText("refusal." + refusal.rawValue)),
                visitor)
        }
    }

    func stopUsing(_ visitor: AccountVisitor, _ person: Person, _ fields: FormFields) throws -> Answer {
        let key = key(person, fields)
        try state.stopUsing(key)
        return back(visitor, to: "/account", PageText("notice.stopped", ["app": key.primaryApp]))
    }

    func password(_ visitor: AccountVisitor, _ person: Person, _ fields: FormFields) throws -> Answer {
        guard fields["password"] == person.password else {
            return try page(
                .accountPassword(visitor, person, problem: PageText("problem.current_password")), visitor)
        }
        do {
            try state.changePassword(of: person.key, to: fields["new_password"] ?? "", keeping: visitor.cookie)
        } catch AccountRefusal.passwordUnfit {
            return try page(.accountPassword(visitor, person, problem: .refusal(.passwordUnfit)), visitor)
        }
        return back(visitor, to: "/account", PageText("notice.password"))
    }

    func delete(_ visitor: AccountVisitor, _ person: Person, _ fields: FormFields) throws -> Answer {
        guard fields["password"] == person.password else {
            return try page(
                .accountDelete(
                    visitor, person, state.uses(of: person), problem: PageText("problem.password_kept")), visitor)
        }
        try state.deleteAccount(of: person.key)
        return begin(replacing: visitor, notice: PageText("notice.deleted", ["email": person.email]))
    }

    /// Runs a post if it comes from a page of this visit, and refuses any other.
    func take(_ request: Request, _ post: Post) async throws -> Answer {
        let pages = languages.choose(request)
        guard let fields = try await request.form() else {
            return try refused("account_form", "The account page accepts only percent-encoded forms.", pages)
        }
        let cookie = AccountCookie.value(in: request) ?? ""
        guard let session = state.read({ $0.accountSessions.find(cookie, now: $0.clock.now) }) else {
            return try refused("account_visit_unknown", "Your visit has ended, or cookies are blocked.", pages)
        }
        guard fields["token"] == session.formToken else {
            return try refused("account_form_token", "The form did not come from a page of this visit.", pages)
        }
        let visitor = AccountVisitor(cookie: cookie, pages: pages, session: session)
        do {
            var answer = try post(visitor, fields)
            answer.person = session.person
            return answer
        } catch let refusal as AccountRefusal {
            return back(visitor, to: "/account", .refusal(refusal))
        }
    }

    /// Does the same for posts that require the person to be signed in.
    func take(_ request: Request, _ post: PersonalPost) async throws -> Answer {
        try await take(request) { (visitor: AccountVisitor, fields: FormFields) in
            guard let person = visitor.session.person.flatMap({ key in state.read { $0.person(key) } }) else {
                return .seeOther("/account")
            }
            return try post(visitor, person, fields)
        }
    }

    private func key(_ person: Person, _ fields: FormFields) -> Consent.Key {
        Consent.Key(person: person.key, teamID: fields["team"] ?? "", primaryApp: fields["app"] ?? "")
    }

    private func begin(replacing visitor: AccountVisitor, person: String? = nil, notice: PageText? = nil) -> Answer {
        state.note { $0.accountSessions.end(visitor.cookie) }
        let begun = state.beginAccountVisit(visitor.pages, person: person, notice: notice)
        var answer = Answer.seeOther("/account")
        answer.setCookie(AccountCookie.header(begun.cookie), state)
        return answer
    }

    private func back(_ visitor: AccountVisitor, to address: String, _ notice: PageText) -> Answer {
        state.note { $0.accountSessions.note(notice, for: visitor.cookie) }
        return .seeOther(address)
    }

    private func refused(_ cause: String, _ explanation: String, _ pages: LocalPages) throws -> Answer {
        var answer = Answer.page(
            try pages.render(.accountFormRefused(PageText("refusal." + cause))), status: .forbidden)
        answer.refusal = .invalidRequest(cause, explanation)
        return answer
    }

    private func page(_ page: Page, _ visitor: AccountVisitor) throws -> Answer {
        .page(try visitor.pages.render(page))
    }
}
