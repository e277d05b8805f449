import HTTPServing
import HTTPTypes
import Hummingbird

/// `GET /auth/authorize`: runs every check, then shows the first page. Refusals are shown as a page, never redirected
/// (Documentation/emulator-fidelity.md, "Authorize").
struct AuthorizeEndpoint: Sendable {
    let state: EmulatorState
    let languages: PageLanguages

    func answer(_ request: Request) async throws -> Answer {
        let query = request.uri.query ?? ""
        guard let fields = FormFields(decoding: query.utf8) else {
            return try refused(
                .invalidRequest("query_encoding", "The query is not percent-encoded UTF-8."), nil,
                languages.choose(request))
        }
        let pages = languages.choose(request, locale: fields["locale"])
        do {
            let authorize = try state.read { world in try AuthorizeRequest(fields, world) }
            return try begin(
                authorize, query: query, browser: BrowserCookie.value(in: request),
                userAgent: request.headers[.userAgent] ?? "", pages)
        } catch let refusal as Refusal where refusal.cause == "prompt_refused" {
            var answer = Answer(status: .badRequest)
            answer.refusal = refusal
            return answer
        } catch let refusal as Refusal {
            return try refused(refusal, fields["client_id"], pages)
        }
    }

    private func refused(_ refusal: Refusal, _ client: String?, _ pages: LocalPages) throws -> Answer {
        try pages.refused(refusal, client: client, status: state.read { $0.switches.errorPageStatus })
    }

    private func begin(
        _ authorize: AuthorizeRequest, query: String, browser known: String?, userAgent: String, _ pages: LocalPages
    ) throws -> Answer {
        let browser = known ?? TeamSubjects.hex(state.randomBytes(16))
        let flow = TeamSubjects.hex(state.randomBytes(16))
        let number = state.randomBytes(4).reduce(0) { $0 << 8 | Int($1) } % 1_000_000
        let digits = String(String(1_000_000 + number).dropFirst())
        let (signIn, choice) = state.note { world in
            let now = world.clock.now
            let signIn = PageSignIn(
                browser: browser, request: authorize, query: query, deviceCode: digits,
                expiresAt: now + PageSignIns.lifetime, sheetHolder: world.sheetHolder(userAgent: userAgent))
            world.pageSignIns.begin(signIn, flow: flow, now: now)
            world.tell(.signInBegun, authorize)
            return (signIn, PeopleChoice(world.people))
        }
        let sheet = state.safariSheet(flow, signIn)
        var answer = Answer.page(try pages.render(sheet ?? .account(flow, authorize.client, choice)))
        answer.client = authorize.client.id
        if known == nil { answer.setCookie(BrowserCookie.header(browser), state) }
        return answer
    }
}

/// The cookie that binds sign-ins to a browser. A form post without it is refused.
enum BrowserCookie {
    static let name = "emulator-browser"

    static func value(in request: Request) -> String? {
        guard let value = request.cookies[name]?.value, value.utf8.count == 32,
            value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        return value
    }

    static func header(_ value: String) -> String { "\(name)=\(value); Path=/auth; HttpOnly; SameSite=Lax" }
}

extension LocalPages {
    /// Renders Apple's error page.
    func refused(_ refusal: Refusal, client: String?, status: Int) throws -> Answer {
        var answer = Answer.page(try render(.refused(refusal)), status: .init(code: status))
        answer.refusal = refusal
        answer.client = client
        return answer
    }
}
