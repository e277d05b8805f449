import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import NIOCore

@testable import SignInFlows
@testable import SignInServer

/// Every page of the service, each in every form that it has.
struct PageGallery {
    /// The pages in English of `ErrorCodesPage` are for developers and are left out.
    static let templatesForDevelopers: Set<String> = ["errors"]

    let pages: Pages
    private let now = Date(timeIntervalSince1970: 1_795_257_479)

    init(_ language: Language, of set: PageSet) {
        pages = Pages(set: set, setting: PageSetting(language: language), brand: set.brands.find(.service))
    }

    /// The pages by name, as HTML.
    func all() async throws -> [(name: String, html: String)] {
        var all: [(name: String, html: String)] = []
        for (name, make) in try signIn + questions + account + client + password + failures {
            all.append((name, try await Self.html(try make())))
        }
        return all
    }

    private typealias Entry = (String, () throws -> Response)

    private var owner: Account {
        Account(
            id: .init(high: 1, low: 2), givenName: "Zoë", familyName: "Qvist", email: "zoe@example.com",
            isEmailVerified: false, isPrivateEmail: true, createdAt: now, disabledAt: nil)
    }

    private var stranger: Account {
        Account(
            id: .init(high: 1, low: 3), givenName: nil, familyName: nil, email: nil, isEmailVerified: false,
            isPrivateEmail: false, createdAt: now, disabledAt: nil)
    }

    private func session(_ platform: Platform, client: String = "web") -> Session {
        Session(
            id: .init(high: 9, low: 9), accountID: owner.id, clientID: client, platform: platform, createdAt: now,
            authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now, endedAt: nil)
    }

    private var signIn: [Entry] {
        let request = WebSignInRequest(client: "web", returnTo: "/")
        let form = FormFields([("code", "x"), ("state", "y")])
        return [
            ("sign_in", { try pages.signIn(request, offersPassword: true) }),
            ("cancelled", { try pages.cancelled(request, returnTo: "/") }),
            ("repost", { try pages.repost(form) }),
            ("start, signed in", { try pages.signedIn() }),
            ("start, signed out", { try pages.signedOut(canSignIn: true, offersPassword: true) }),
            ("start, several clients", { try pages.signedOut(canSignIn: false, offersPassword: false) }),
            ("waiting", { try waiting(.ask, proofURL: "https://app.example/prove") }),
            ("waiting, without a page", { try waiting(.ask, proofURL: nil) }),
            ("waiting, held", { try waiting(.hold, proofURL: nil) }),
            ("link", { try link(label: "zoe-99") }), ("link, unnamed", { try link(label: nil) }),
            ("link_another", { try pages.linkAnother(isFresh: true, signInPath: "/x") }),
            ("link_another, stale", { try pages.linkAnother(isFresh: false, signInPath: "/x") }),
            (
                "demo_signed_out",
                {
                    try pages.render(
                        "demo_signed_out", ["signInPath": "/x", "passwordPath": "/y"], title: pages.text("demo.title"))
                }
            ),
        ]
    }

    private func waiting(_ response: RealPersonPolicy.Response, proofURL: String?) throws -> Response {
        try pages.waiting(
            HeldPerson(
                code: response == .ask ? .proofRequired : .accountHeld, handle: "h", waiting: "w", expiresIn: 600,
                client: "web", returnTarget: nil), proofURL: proofURL)
    }

    private func link(label: String?) throws -> Response {
        try pages.link(
            label: label, app: "app.example", wayBack: "https://app.example", client: "web", returnTo: "/")
    }

    private var questions: [Entry] {
        let address = SignedAddress(address: "zoe@example.com", isVerified: true, isPrivate: false)
        let apple = AppleAccountHint(address, provenAt: now)
        let views = [(owner, true), (owner, false), (nil, false)].flatMap { (account: Account?, isFresh) in
            [true, false].map { hasPasswords in
                QuestionView(
                    account: account, isFresh: isFresh,
                    existingUsersURL: hasPasswords ? "https://app.example/login" : nil, signInPath: "/x",
                    hasPasswords: hasPasswords, appleAccount: apple, isClosedToNew: hasPasswords,
                    isAboutTransfer: !hasPasswords)
            }
        }
        let merges: [(Int, ReturnTarget?)] = [(0, .start), (2, .start), (1, nil), (3, nil)]
        return views.enumerated().map { index, view in ("question \(index)", { try pages.question(view) }) }
            + merges.map { count, target in
                (
                    "merge, \(count), \(target == nil ? "linked" : "transferred")",
                    {
                        try pages.merge(
                            stranger, identities: count, into: owner,
                            appleAccount: AppleAccountHint(nil, provenAt: now), target: target)
                    }
                )
            }
    }

    private var account: [Entry] {
        get throws {
            let identity = AppleIdentity(
                id: .init(high: 3, low: 3), accountID: owner.id, issuer: "https://appleid.apple.com", teamID: "TEAM",
                subject: "s", createdAt: now)
            let foreign = ForeignIdentity(
                id: .init(high: 4, low: 4), accountID: owner.id, issuer: "idp.example", subject: "s", createdAt: now)
            let name = LoginName(
                id: .init(high: 5, low: 5), accountID: owner.id, name: "zoe99", createdAt: now, provenAt: nil)
            let signedIn = SignedInSession(session: session(.web), account: owner)
            let others = [
                session(.native), session(.android), session(.openID, client: "notes"),
                Session(
                    id: .init(high: 9, low: 8), accountID: owner.id, clientID: "web", platform: .web, createdAt: now,
                    authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now, endedAt: nil,
                    browser: "Firefox (Windows)"),
            ]
            let consents = ["openid", "openid profile email"].map {
                GivenConsent(client: "notes", name: "Notizbuch", scope: OpenIDScopes($0), givenAt: now)
            }
            return [
                (
                    "account",
                    {
                        try pages.account(
                            signedIn, sessions: [signedIn.session] + others,
                            identities: [AccountIdentity(identity: identity, canUnlink: true)],
                            foreign: ([foreign], true), password: PasswordFacts(since: now, names: [name]),
                            clients: OpenIDClientDirectory(TestClients.all), consents: consents)
                    }
                ),
                (
                    "account, empty",
                    { try pages.account(signedIn, sessions: others, identities: [], foreign: ([], false)) }
                ),
                ("delete_account", { try pages.deleteAccount(owner, isFresh: true, signInPath: "/x") }),
                ("delete_account, stale", { try pages.deleteAccount(owner, isFresh: false, signInPath: "/x") }),
                ("account_deleted", { try pages.accountDeleted(.queued) }),
                ("account_deleted, by hand", { try pages.accountDeleted(.impossible) }),
                ("demo_account", { try demoAccount() }),
            ]
        }
    }

    private func demoAccount() throws -> Response {
        let steps = SignInStep.Point.allCases.map { SignInJournal.Entry(point: $0, at: now) }
        let values: Page.Values = [
            "greeting": pages.text("demo.welcome_name", ["name": "Zoë"]), "hasSteps": true,
            "steps": DemoSteps.rows(steps, pages), "origin": pages.text("session.web"), "signedIn": pages.moment(now),
            "emulator": "http://idp.localhost:9080",
        ]
        return try pages.render(
            "demo_account", values.merging(pages.facts(of: owner)) { $1 }, title: pages.text("common.your_account"))
    }

    private var staying: StayingClients.Found {
        StayingClients.Found(names: ["Notes & <More>", "Notes for Android"], receipt: "e1.x.y")
    }

    private var client: [Entry] {
        let questions = [true, false].map { isConsent in
            AuthorizationQuestion(
                client: TestClients.notes, account: owner, scope: [.openid, .profile, .email, .offlineAccess],
                isConsent: isConsent, request: "r", locales: nil)
        }
        let answer = AuthorizationAnswer(
            client: "notes", redirectURI: "https://notes.example.com", mode: .formPost, parameters: [("code", "c")],
            error: nil)
        return questions.map { question in
            ("client, consent: \(question.isConsent)", { try pages.authorization(question) })
        } + [
            ("client_form_post", { try pages.formPost(answer) }),
            ("client_logout", { try pages.logoutQuestion(TestClients.notes, OAuthParameters([])) }),
            ("client_logout, unknown", { try pages.logoutQuestion(nil, OAuthParameters([])) }),
            ("logged_out", { try pages.loggedOut() }),
            (
                "logged_out, with a way back",
                {
                    try pages.loggedOut(wayBack: WayBack(client: "Shop", address: "https://shop.example.com/"))
                }
            ),
            ("logged_out, clients stay", { try pages.loggedOut(staying: staying) }),
            ("logged_out, clients ended", { try pages.loggedOut(hasEndedClients: true) }),
            ("app_not_opened", { try pages.appNotOpened() }),
        ]
    }

    private var password: [Entry] {
        let form = PasswordForm(FormFields([("name", "zoe99")]), canMail: true)
        let again = WebSignInRequest(client: nil, returnTo: nil)
        let faults = ErrorCode.all.filter(\.isShownInForm).map { ErrorReply(SignInError.refused($0, retryAfter: 300)) }
        return faults.map { fault in
            ("password_sign_in, \(fault.code.name)", { try pages.passwordSignIn(form, fault: fault) })
        }
            + [
                ("password_forgotten", { try pages.passwordForgotten(again) }),
                ("password_mailed", { try pages.passwordMailed(again) }),
                ("password_reset", { try pages.passwordReset() }), ("password_set", { try pages.passwordSet() }),
                ("password_change", { try pages.passwordChange(isFresh: false) }),
                ("password_upgrade", { try pages.passwordUpgrade(isFresh: true, signInPath: "/x") }),
                ("password_upgrade, stale", { try pages.passwordUpgrade(isFresh: false, signInPath: "/x") }),
            ]
    }

    private var failures: [Entry] {
        let form = FormFields([("code", "x"), ("state", "y")])
        let again = WebSignInRequest(client: nil, returnTo: nil)
        let replies = ErrorCode.all.map { code in
            (
                "failed, \(code.name)",
                { try pages.failure(ErrorReply(RequestRefusal(code, retryAfter: 40)), requestID: "0123456789abcdef") }
            )
        }
        return replies + [
            (
                "failed, resendable",
                {
                    let failure = CallbackFailure(error: RequestRefusal(.unforeseen), again: again, resendable: form)
                    return try pages.failure(
                        ErrorReply(SignInError.unavailable(.appleKeyUnavailable, retryAfter: 1)), requestID: "0",
                        callback: failure)
                }
            )
        ]
    }

    private static func html(_ response: Response) async throws -> String {
        let text = CollectedBody()
        try await response.body.write(text)
        return text.text
    }
}

/// Collects the body of a response.
final class CollectedBody: ResponseBodyWriter {
    private(set) var text = ""

    func write(_ buffer: ByteBuffer) async throws {
        text += String(buffer: buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

/// What a person sees or hears of a page.
enum VisibleText {
    /// The texts between tags, and those of attributes that are read out.
    static func pieces(of html: String) -> [String] {
        let body = html.replacing(/<(style|script)>.*?<\/(style|script)>/.dotMatchesNewlines(), with: "")
        let labels = body.matches(of: /(?:aria-label|placeholder|alt)="([^"]*)"/).map { String($0.output.1) }
        let texts = body.replacing(/<[^>]*>/, with: "\u{0}").split(separator: "\u{0}").map(String.init)
        return (labels + texts).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }
}
