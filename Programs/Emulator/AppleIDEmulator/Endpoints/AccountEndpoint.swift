import HTTPServing
import HTTPTypes
import Hummingbird

/// The pages of `/account`. Showing one changes nothing, except that it clears the notice it shows.
struct AccountEndpoint: Sendable {
    let state: EmulatorState
    let languages: PageLanguages

    func overview(_ request: Request) async throws -> Answer {
        let visitor = visitor(request)
        guard let person = person(of: visitor) else {
            return try page(.accountSignIn(visitor, state.peopleChoice()), visitor)
        }
        return try page(.accountOverview(visitor, person, state.uses(of: person)), visitor)
    }

    func app(_ request: Request) async throws -> Answer {
        try signedIn(request) { visitor, person in
            let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
            let use = state.uses(of: person).first {
                $0.key.teamID == fields?["team"] && $0.key.primaryApp == fields?["app"]
            }
            guard let use else { return .seeOther("/account") }
            return try page(.accountApp(visitor, person, use), visitor)
        }
    }

    func password(_ request: Request) async throws -> Answer {
        try signedIn(request) { visitor, person in try page(.accountPassword(visitor, person), visitor) }
    }

    func delete(_ request: Request) async throws -> Answer {
        try signedIn(request) { visitor, person in
            try page(.accountDelete(visitor, person, state.uses(of: person)), visitor)
        }
    }

    /// The person's mailbox, with the answers that were sent.
    func mail(_ request: Request) async throws -> Answer {
        try signedIn(request) { visitor, person in
            let messages = state.mail(of: person.key).filter { [.delivered, .replied].contains($0.standing) }
            return try page(.accountMail(visitor, person, messages), visitor)
        }
    }

    func message(_ request: Request) async throws -> Answer {
        try signedIn(request) { visitor, person in
            let id = FormFields(decoding: (request.uri.query ?? "").utf8)?["id"] ?? ""
            guard let message = state.read({ $0.mail.message(id) }), message.relay.person == person.key,
                [.delivered, .replied].contains(message.standing)
            else { return .seeOther("/account/mail") }
            return try page(.accountMailMessage(visitor, person, message), visitor)
        }
    }

    private func signedIn(
        _ request: Request, _ show: (AccountVisitor, Person) throws -> Answer
    ) throws -> Answer {
        let visitor = visitor(request)
        guard let person = person(of: visitor) else { return .seeOther("/account") }
        return try show(visitor, person)
    }

    private func person(of visitor: AccountVisitor) -> Person? {
        visitor.session.person.flatMap { key in state.read { $0.person(key) } }
    }

    /// The browser's current visit, or a new one. Takes the notice, which is shown only once.
    private func visitor(_ request: Request) -> AccountVisitor {
        let cookie = AccountCookie.value(in: request) ?? ""
        let known = state.note { world -> AccountSession? in
            guard var session = world.accountSessions.find(cookie, now: world.clock.now) else { return nil }
            session.notice = world.accountSessions.takeNotice(for: cookie)
            return session
        }
        let pages = languages.choose(request)
        if let known { return AccountVisitor(cookie: cookie, pages: pages, session: known) }
        return state.beginAccountVisit(pages)
    }

    private func page(_ page: Page, _ visitor: AccountVisitor) throws -> Answer {
        var answer = Answer.page(try visitor.pages.render(page))
        answer.person = visitor.session.person
        if visitor.isNew { answer.setCookie(AccountCookie.header(visitor.cookie), state) }
        return answer
    }
}

extension EmulatorState {
    /// The people that a page offers.
    func peopleChoice(find: String = "") -> PeopleChoice { read { PeopleChoice($0.people, find: find) } }

    /// Begins a visit with a new cookie, so that nobody can plant a known one (session fixation).
    func beginAccountVisit(
        _ pages: LocalPages, person: String? = nil, notice: PageText? = nil
    ) -> AccountVisitor {
        let cookie = TeamSubjects.hex(randomBytes(16))
        let token = TeamSubjects.hex(randomBytes(16))
        return note { world in
            let now = world.clock.now
            let session = AccountSession(
                formToken: token, person: person, expiresAt: now + AccountSessions.lifetime, notice: notice)
            world.accountSessions.begin(session, cookie: cookie, now: now)
            return AccountVisitor(cookie: cookie, pages: pages, session: session, isNew: true)
        }
    }
}

/// The cookie that identifies a browser's visit. Browsers do not send it with a form of another site.
enum AccountCookie {
    private static let name = "emulator-account"

    static func value(in request: Request) -> String? { request.cookies[name]?.value }

    static func header(_ value: String) -> String { "\(name)=\(value); Path=/account; HttpOnly; SameSite=Lax" }
}
