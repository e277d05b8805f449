import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// Attacks that try to misuse a browser or a form.
@Suite(.serialized, .sharedSystem)
struct AttackTests {
    /// Login CSRF: the victim would continue in the attacker's account.
    @Test func `an attacker's finished callback makes no session in a browser without cookies`() async throws {
        let system = try SharedSystem.system
        let attacker = Visitor(try await system.newPerson(), system)
        let form = try await attacker.walksToApple()
        let victim = Visitor(try await system.newPerson(), system)
        try await expectNothing(of: form, in: victim, code: "cookies_blocked", status: 403)
        #expect(victim.browser.cookies.isEmpty)
        // The form itself is valid: in the attacker's own browser it signs the attacker in.
        #expect(try await attacker.comesBack(with: form).status == 303)
    }

    @Test func `an attacker's finished callback makes no session beside a sign-in of the victim's`() async throws {
        let system = try SharedSystem.system
        let attacker = Visitor(try await system.newPerson(), system)
        let form = try await attacker.walksToApple()
        let victim = Visitor(try await system.newPerson(), system)
        let own = try await victim.walksToApple()
        try await expectNothing(of: form, in: victim, code: "cookies_blocked", status: 403)
        #expect(try await victim.comesBack(with: own).status == 303, "the victim's own sign-in was lost")
        #expect(try await victim.account().email == victim.person + "@example.com")
    }

    /// Another origin on the same site can set a cookie of any name, but does not know the right value.
    @Test func `a planted flow cookie proves nothing`() async throws {
        let system = try SharedSystem.system
        let attacker = Visitor(try await system.newPerson(), system)
        let form = try await attacker.walksToApple()
        let name = try #require(attacker.browser.cookies.keys.first { $0.hasPrefix("siwa-flow-") })
        let own = Visitor(try await system.newPerson(), system)
        _ = try await own.begin()
        for planted in ["", "x", try #require(own.browser.cookies.values.first)] {
            let victim = Visitor(try await system.newPerson(), system, browser: Browser(cookies: [name: planted]))
            try await expectNothing(of: form, in: victim, code: "browser_proof_mismatch", status: 403)
        }
        #expect(try await attacker.comesBack(with: form).status == 303)
    }

    @Test func `an attacker's code and token under the victim's state sign nobody in`() async throws {
        let system = try SharedSystem.system
        let attackers = try await Visitor(try await system.newPerson(), system).walksToApple()
        let victim = Visitor(try await system.newPerson(), system)
        let own = try await victim.walksToApple()
        var mixed = attackers
        mixed.fields["state"] = own.fields["state"]
        try await expectNothing(of: mixed, in: victim, code: "nonce_mismatch", status: 401)
        #expect(try await victim.comesBack(with: own).status == 303, "the attack used the victim's sign-in up")
    }

    @Test func `an attacker's code beside the victim's token is refused`() async throws {
        let system = try SharedSystem.system
        let attackers = try await Visitor(try await system.newPerson(), system).walksToApple()
        let victim = Visitor(try await system.newPerson(), system)
        var mixed = try await victim.walksToApple()
        mixed.fields["code"] = attackers.fields["code"]
        try await expectNothing(of: mixed, in: victim, code: "code_hash_mismatch", status: 401)
    }

    @Test func `an attacker's callback leaves a session of the victim's as it is`() async throws {
        let system = try SharedSystem.system
        let form = try await Visitor(try await system.newPerson(), system).walksToApple()
        let victim = Visitor(try await system.newPerson(), system)
        let before = try await victim.signsIn()
        try await expectNothing(of: form, in: victim, code: "cookies_blocked", status: 403)
        #expect(try await victim.account() == before)
    }

    @Test func `an address in the form never becomes the account's`() async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let visitor = Visitor(person, system)
        var form = try await visitor.walksToApple()
        form.fields["user"] =
            #"{"name":{"firstName":"Grace","lastName":"Hopper"},"email":"ceo@bank.example"}"#
        #expect(try await visitor.comesBack(with: form).status == 303)
        let account = try await visitor.account()
        #expect(account.name?.given == "Grace")
        #expect(account.email == person + "@example.com")
    }

    @Test func `another site's link to the sign-in shows a page and begins nothing`() async throws {
        let system = try SharedSystem.system
        let browser = Browser()
        let url = system.publicURL + Paths.webSignIn
        let page = try await browser.get(url, headers: ["sec-fetch-site": "cross-site"])
        #expect(page.status == 200 && page.isPage && page.location == nil && browser.cookies.isEmpty)
        #expect(page.body.contains(Paths.webSignIn), "the page leads nowhere")
        // The page's own button starts the sign-in.
        #expect(try await browser.get(url, headers: ["sec-fetch-site": "same-origin"]).status == 303)
    }

    @Test func `what a proxy or an attacker says about our address changes no redirect`() async throws {
        let system = try SharedSystem.system
        let lies = [
            "host": "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https",
            "x-forwarded-port": "444", "x-forwarded-prefix": "/evil", "x-original-url": "/evil",
            "forwarded": "host=evil.example;proto=https",
        ]
        let visitor = Visitor(try await system.newPerson(), system)
        let authorize = try await visitor.begin(headers: lies)
        #expect(authorize.hasPrefix(system.emulator.baseURL + "/auth/authorize?"))
        let query = try #require(URLComponents(string: authorize)?.queryItems)
        #expect(query.filter { $0.name == "redirect_uri" }.map(\.value) == [system.publicURL + Paths.webCallback])
        #expect(!authorize.contains("evil"))

        let form = try await visitor.approve(authorize)
        let first = try await visitor.browser.post(form.action, form: form.fields, isCrossSite: true, headers: lies)
        #expect(first.status == 200 && !first.body.contains("evil"))
        let second = try await visitor.browser.post(form.action, form: form.reposted, headers: lies)
        #expect(second.status == 303 && second.location == "/")
        let repeated = try await visitor.browser.post(form.action, form: form.reposted, headers: lies)
        #expect(repeated.status == 303 && repeated.location == "/", "this browser has arrived")
        let late = try await Browser.send(.get, system.publicURL + Paths.account, headers: lies)
        #expect(late.status == 401 && !late.body.contains("evil"), "\(late.body)")
    }

    @Test(arguments: [
        ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"], ["origin": "http://evil.example"],
        ["origin": "null"], [:],
    ])
    func `a change under a cookie is refused unless our own page asks`(headers: [String: String]) async throws {
        let system = try SharedSystem.system
        let visitor = Visitor(try await system.newPerson(), system)
        let account = try await visitor.signsIn()
        let session = try #require(visitor.browser.cookies["siwa-session"])
        let cookie = ["cookie": "siwa-session=\(session)"]
        for path in [Paths.sessionEnd, Paths.webSignOut] {
            let answer = try await Browser.send(.post, system.publicURL + path, headers: headers.merging(cookie) { $1 })
            #expect(answer.status == 403 && answer.body.contains("cross_site_request"), "\(path): \(answer.status)")
            #expect(answer.setCookies.isEmpty, "\(path) took the cookie away")
        }
        #expect(try await visitor.account() == account, "another site ended the session")
        // Our own page may do so.
        let own = cookie.merging(["origin": system.publicURL]) { $1 }
        #expect(try await Browser.send(.post, system.publicURL + Paths.sessionEnd, headers: own).status == 204)
        #expect(try await visitor.browser.get(system.publicURL + Paths.account).status == 401)
    }

    /// The attacker's page posts the form in the victim's browser, and our page posts it again in response.
    private func expectNothing(
        of form: Visitor.AppleForm, in victim: Visitor, code: String, status: Int
    ) async throws {
        let cookie = victim.browser.cookies["siwa-session"]
        let answer = try await victim.comesBack(with: form)
        #expect(answer.status == status && answer.isPage, "\(answer.status)")
        #expect(answer.body.contains(code), "\(answer.body)")
        #expect(!answer.setsSession && victim.browser.cookies["siwa-session"] == cookie, "a session was made")
    }
}
