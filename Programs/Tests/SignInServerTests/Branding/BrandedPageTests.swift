import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// Which name, logo, colours and links a page has. One service has two websites and two OpenID clients.
@Suite struct BrandedPageTests {
    private static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8080"]
    private static let serviceName = "Example &amp; Sons"
    private static let webName = "Blue Shelf"
    private static let shopName = "&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&quot;alert(1)"
    private static let dashboardsName = "Dashboards"

    private func service(_ json: String = TestBrands.json(), question: Bool = false) throws -> TestService {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        policy.passwords.canMail = true
        policy.question = question ? .always : .never
        return try TestService(
            extraWebClient: true, openID: TestClients.all, policy: policy, brands: try TestBrands.read(json))
    }

    private func name(_ page: TestResponse) -> String? {
        page.text.firstMatch(of: /<span class="brand-name">(.*?)<\/span>/).map { String($0.output.1) }
    }

    /// A page has one brand throughout: in its title, its header and its policy.
    private func expect(_ page: TestResponse, _ wanted: String, _ place: String) {
        #expect(name(page) == wanted, "\(place)")
        #expect(page.text.contains(" · \(wanted)</title>"), "\(place)")
        #expect(page.text.contains(#"<span class="brand-host">localhost:8080</span>"#), "\(place)")
        let style = page.text.firstMatch(of: /<style>(.*?)<\/style>/.dotMatchesNewlines()).map { String($0.output.1) }
        let policy = page.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.contains("style-src \(PageTemplates.source(style ?? ""));"), "\(place)")
        #expect(policy.contains("; img-src 'self';"), "\(place)")
        #expect(!policy.contains("unsafe"), "\(place)")
    }

    /// A browser in which a person has signed in with a client.
    private func browser(_ caller: Caller, _ client: String) async throws -> [String: String] {
        let begun = try await caller.beginInBrowser(Paths.webSignIn + "?client=\(client)")
        let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        let session = try #require(done.cookies.first { $0.name == "siwa-session" })
        return Self.own.merging(["Cookie": session.name + "=" + session.value]) { $1 }
    }

    @Test(
        arguments: [
            ("/web/password/sign-in?client=web", webName), ("/web/password/sign-in?client=shop", shopName),
            ("/web/password/sign-in?client=nobody", serviceName), ("/web/password/sign-in", serviceName),
            ("/web/password/forgotten?client=web", webName), ("/web/password/forgotten?client=shop", shopName),
            ("/web/password/forgotten", serviceName), ("/web/password/reset", serviceName), ("/", serviceName),
            ("/web/sign-in?client=nobody", serviceName), ("/web/sign-in?client=app", serviceName),
            ("/web/sign-in?client=web&return_to=https://evil.example/", webName),
            ("/web/sign-in?client=shop&return_to=https://evil.example/", shopName),
            ("/web/question", serviceName), ("/web/nothing?client=web", webName),
            ("/oauth/authorize?client_id=dashboards", dashboardsName),
            ("/oauth/authorize?client_id=notes", serviceName),
            ("/oauth/authorize?client_id=nobody", serviceName),
            ("/oauth/authorize?client_id=web", serviceName), ("/oauth/continue?request=made.up", serviceName),
            ("/oauth/logout?client_id=dashboards", dashboardsName), ("/oauth/logout", serviceName),
        ] as [(String, String)])
    func `a page has the brand of the client that its address names, if there is one`(
        path: String, brand: String
    ) async throws {
        try await service().run { caller in
            let page = try await caller.get(path, headers: Self.own)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            expect(page, brand, path)
        }
    }

    @Test(arguments: [("web", webName), ("shop", shopName)])
    func `all pages of a sign-in have the brand of its client`(client: String, brand: String) async throws {
        try await service(question: true).run { caller in
            let path = Paths.webSignIn + "?client=\(client)"
            let button = try await caller.get(
                path, headers: ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"])
            expect(button, brand, "the button")
            let begun = try await caller.beginInBrowser(path)
            expect(try await caller.form(Paths.webCallback, begun.form), brand, "the re-post")
            let blocked = try await caller.form(Paths.webCallback, begun.form + "&reposted=1")
            #expect(blocked.text.contains("Cookies are blocked"))
            expect(blocked, brand, "blocked cookies")
            let asked = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let question = try #require(asked.cookies.first { $0.name == "siwa-question" })
            let page = try await caller.get(Paths.webQuestion, headers: ["Cookie": "siwa-question=\(question.value)"])
            #expect(page.text.contains("Have you been here before?"))
            expect(page, brand, "the question")
            let wrong = try await caller.beginInBrowser(path)
            let refused = try await caller.form(
                Paths.webCallback, "state=\(wrong.state)&code=wrong&id_token=wrong", headers: ["Cookie": wrong.cookie])
            #expect(refused.status.code >= 400)
            expect(refused, brand, "an answer that Apple did not give")
            let other = try await caller.beginInBrowser(path)
            let cancelled = try await caller.form(
                Paths.webCallback, "state=\(other.state)&error=user_cancelled_authorize",
                headers: ["Cookie": other.cookie])
            #expect(cancelled.text.contains("Sign-in cancelled"))
            expect(cancelled, brand, "the cancellation")
            let link = try await caller.post(
                Paths.linkTickets, #"{"external_id":"user-1"}"#, headers: key(caller.service, .link)
            ).decoded(LinkTicketReply.self)
            let linking = try await caller.form(
                Paths.webLink, "client=\(client)&ticket=\(link.ticket)", headers: ["Origin": "http://localhost:8080"])
            #expect(linking.text.contains("Use Sign in with Apple?"))
            #expect(linking.text.contains(#"<a class="button second" href="http://localhost:8080/">Cancel</a>"#))
            expect(linking, brand, "the link")
        }
    }

    @Test(arguments: [("web", webName), ("shop", shopName)])
    func `the pages of an account have the brand of the client of its session`(
        client: String, brand: String
    ) async throws {
        try await service().run { caller in
            let browser = try await browser(caller, client)
            let paths = [
                Paths.start, Paths.webAccount, Paths.webAccountDelete, Paths.webAccountLink, Paths.webAccountPassword,
                Paths.webAccountUpgrade,
            ]
            for path in paths { expect(try await caller.get(path, headers: browser), brand, path) }
            let deleted = try await caller.form(Paths.webAccountDelete, "", headers: browser)
            #expect(deleted.text.contains("Your account was deleted"))
            expect(deleted, brand, "the deletion")
        }
    }

    @Test func `the forms for a password keep the client and where the person was going`() async throws {
        try await service().run { caller in
            let page = try await caller.get(Paths.webPasswordSignIn + "?client=web&return_to=/web/account")
            let forgotten = "/web/password/forgotten?client=web&amp;return_to=%2Fweb%2Faccount"
            #expect(page.text.contains("href=\"\(forgotten)\""))
            let form = try await caller.get(forgotten.replacingOccurrences(of: "&amp;", with: "&"))
            #expect(form.hidden == ["client": "web", "return_to": "/web/account"])
            let mailed = try await caller.form(
                Paths.webPasswordForgotten, "name=nobody&client=web&return_to=%2Fweb%2Faccount", headers: Self.own)
            #expect(mailed.text.contains("href=\"/web/password/sign-in?client=web&amp;return_to=%2Fweb%2Faccount\""))
            expect(mailed, Self.webName, "the mail")
            let wrong = try await caller.form(
                Paths.webPasswordSignIn, "name=nobody&password=wrong&client=web", headers: Self.own)
            #expect(wrong.text.contains("role=\"alert\""))
            expect(wrong, Self.webName, "a wrong password")
        }
    }

    @Test func `a sign-in for an OpenID client has that client's brand from end to end`() async throws {
        try await service().run { caller in
            let begun = try await caller.get(Caller.authorize(["response_mode": "form_post"]))
            let location = try #require(begun.headers[.location])
            #expect(location.hasPrefix(Paths.webPasswordSignIn + "?client=web&return_to=%2Foauth%2Fcontinue"))
            expect(try await caller.get(location), Self.dashboardsName, "the sign-in")
            let apple = try #require(
                URLComponents(string: location)?.queryItems?.first { $0.name == "return_to" }?.value)
            let forged = apple.replacingOccurrences(of: "request=", with: "request=A")
            let query = FormFields.encode([("client", "web"), ("return_to", forged)])
            expect(
                try await caller.get(Paths.webPasswordSignIn + "?" + query), Self.webName, "a request that is not ours")
            let browser = try await browser(caller, "shop")
            let answer = try await caller.get(Caller.authorize(["response_mode": "form_post"]), headers: browser)
            #expect(answer.text.contains("document.forms[0].submit()"))
            expect(answer, Self.dashboardsName, "the answer")
            let consent = try await caller.get(Caller.authorizeNotes(), headers: browser)
            #expect(consent.text.contains("wants to know:"))
            expect(consent, Self.serviceName, "the consent to a client without a brand")
            let logout = try await caller.get(Paths.oauthLogout + "?client_id=dashboards", headers: browser)
            #expect(logout.text.contains("Dashboards asks you to sign out here."))
            expect(logout, Self.dashboardsName, "the question about a sign-out")
            let ended = try await caller.form(Paths.oauthLogoutConfirm, "client_id=dashboards", headers: browser)
            #expect(ended.text.contains("You are signed out"))
            expect(ended, Self.dashboardsName, "the end of a session")
        }
    }

    @Test func `texts of the operator are escaped, and links tell other sites nothing`() async throws {
        try await service().run { caller in
            let shop = try await caller.get(Paths.webPasswordSignIn + "?client=shop")
            #expect(!shop.text.contains("<script>alert") && !shop.text.contains("\" onclick"))
            let privacy = #"<a href="https://example.com/privacy?a=1&amp;b=2" rel="noopener noreferrer">Privacy</a>"#
            #expect(shop.text.contains(privacy))
            #expect(!shop.text.contains("Support"))
            let web = try await caller.get(Paths.webPasswordSignIn + "?client=web")
            #expect(
                web.text.contains(#"<a class="brand-mark" href="https://web.example.com/" rel="noopener noreferrer">"#))
            #expect(web.text.contains(#"<a href="https://web.example.com/help" rel="noopener noreferrer">Support</a>"#))
        }
    }

    @Test func `without a logo a page may load nothing`() async throws {
        let json = TestBrands.json(pages: #""name": "Plain""#, web: nil, shop: nil, dashboards: nil)
        try await service(json).run { caller in
            let page = try await caller.get(Paths.webPasswordSignIn)
            #expect(name(page) == "Plain")
            #expect(page.headers[.contentSecurityPolicy]?.contains("img-src") == false)
            #expect(!page.text.contains("<img") && !page.text.contains("<footer"))
        }
    }

    @Test func `without brands a page names the host, and looks as it is drawn`() async throws {
        let json = TestBrands.json(pages: nil, web: nil, shop: nil, dashboards: nil)
        try await service(json).run { caller in
            let page = try await caller.get(Paths.webPasswordSignIn + "?client=web")
            #expect(name(page) == "localhost:8080")
            #expect(!page.text.contains("<footer") && !page.text.contains(#"class="brand-host""#))
            #expect(page.text.contains("<title>Sign in</title>"))
            #expect(page.headers[.contentSecurityPolicy]?.contains("img-src") == false)
        }
    }
}
