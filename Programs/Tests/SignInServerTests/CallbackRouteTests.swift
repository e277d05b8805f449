import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct CallbackRouteTests {
    static let user = #"{"name":{"firstName":"Ann \"<b>\"","lastName":"O'Neil & Söhne"}}"#

    @Test func `a field without a name is no form of Apple's, whatever else is in it`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let response = try await caller.form(Paths.webCallback, begun.form + "&=x")
            #expect(response.status == .badRequest && response.text.contains("form_malformed"))
        }
    }

    @Test func `the first post is answered by the re-post page and consumes nothing`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(user: Self.user)
            let first = try await caller.form(Paths.webCallback, begun.form, headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(first.status == .ok)
            #expect(first.cookies.isEmpty)
            #expect(first.headers[.cacheControl] == "no-store")
            #expect(first.headers[.referrerPolicy] == "same-origin")
            let again = try await caller.form(Paths.webCallback, begun.form)
            #expect(again.status == .ok)
            let done = try await caller.form(
                Paths.webCallback, begun.form + "&reposted=1", headers: ["Cookie": begun.cookie])
            #expect(done.status == .seeOther)
        }
    }

    @Test func `the re-post page holds a fixed action, known fields, a button and one script by hash`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(user: Self.user)
            let page = try await caller.form(Paths.webCallback, begun.form + "&action=https%3A%2F%2Fevil&x=1")
            let names = page.text.matches(of: /<input type="hidden" name="([^"]*)"/).map { String($0.output.1) }
            #expect(names == ["code", "id_token", "state", "user", "reposted"])
            #expect(page.text.matches(of: /<form method="post" action="\/web\/callback">/).count == 1)
            #expect(page.text.contains(#"<button type="submit" class="button">Continue</button>"#))
            #expect(!page.text.contains("evil"))
            #expect(!page.text.contains("<b>"))
            let policy = try #require(page.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
            #expect(!policy.contains("form-action"))
            #expect(!policy.contains("unsafe"))
            for tag in ["script", "style"] {
                let pattern = try Regex("<\(tag)>([\\s\\S]*?)</\(tag)>")
                let contents = page.text.matches(of: pattern).compactMap { $0.output[1].substring }
                #expect(contents.count == 1)
                let hash = Data(SHA256.hash(data: Data((contents.first ?? "").utf8))).base64EncodedString()
                #expect(policy.contains("\(tag)-src 'sha256-\(hash)'"))
            }
        }
    }

    @Test func `what the page posts again is what Apple posted`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(user: Self.user)
            let page = try await caller.form(Paths.webCallback, begun.form)
            let fields = page.text.matches(of: /name="([^"]*)" value="([^"]*)"/).map { match in
                String(match.output.1) + "=" + BegunInBrowser.encoded(TestResponse.unescaped(String(match.output.2)))
            }
            let done = try await caller.form(
                Paths.webCallback, fields.joined(separator: "&"), headers: ["Cookie": begun.cookie])
            #expect(done.status == .seeOther)
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let account = try await caller.get(
                Paths.account, headers: ["Cookie": session.name + "=" + session.value]
            ).decoded(AccountReply.self)
            #expect(account.name == PersonName(given: #"Ann "<b>""#, family: "O'Neil & Söhne"))
        }
    }

    @Test func `a signed-in browser gets its session and loses its flow cookie`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=%2Fwelcome%3Fa%3Db")
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(done.status == .seeOther)
            #expect(done.headers[.location] == "/welcome?a=b")
            #expect(done.headers[.referrerPolicy] == "no-referrer")
            let flow = try #require(done.cookies.first { $0.name.hasPrefix("siwa-flow-") })
            #expect(flow.attributes["max-age"] == "0")
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            #expect(session.attributes["samesite"] == "Lax")
            #expect(session.attributes["httponly"] == "")
            #expect(session.attributes["secure"] == nil)
        }
    }

    @Test func `a cookie missing on the second post means blocked cookies, never another re-post`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let response = try await caller.form(Paths.webCallback, begun.form + "&reposted=1")
            #expect(response.status == .forbidden)
            #expect(response.text.contains("Cookies are blocked"))
            #expect(response.text.contains("cookies_blocked"))
            #expect(!response.text.contains("<form"))
            #expect(response.cookies.isEmpty)
        }
    }

    @Test func `another browser's proof signs nobody in`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let other = try await caller.beginInBrowser()
            let name = begun.cookie.prefix { $0 != "=" }
            let stolen = name + other.cookie.drop { $0 != "=" }
            let response = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": String(stolen)])
            #expect(response.status == .forbidden)
            #expect(response.text.contains("browser_proof_mismatch"))
            #expect(!response.cookies.contains { $0.name == "siwa-session" })
        }
    }

    @Test func `two equal posts get the same session`() async throws {
        try await TestService().run(.live) { caller in
            let begun = try await caller.beginInBrowser()
            let first = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let second = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(first.status == .seeOther)
            #expect(second.status == .seeOther)
            #expect(second.headers[.location] == first.headers[.location])
            let sessions = [first, second].map { $0.cookies.first { $0.name == "siwa-session" }?.value }
            #expect(sessions[0] != nil && sessions[0] == sessions[1])
            let metrics = try await caller.get(Paths.metrics).text
            #expect(metrics.contains(#"siwa_sign_ins_total{provider="apple",platform="web",new="true"} 1"#))
        }
    }

    @Test func `two flows in one browser do not disturb each other`() async throws {
        try await TestService().run { caller in
            let one = try await caller.beginInBrowser()
            let two = try await caller.beginInBrowser()
            let both = ["Cookie": one.cookie + "; " + two.cookie]
            #expect(try await caller.form(Paths.webCallback, two.form, headers: both).status == .seeOther)
            #expect(try await caller.form(Paths.webCallback, one.form, headers: both).status == .seeOther)
        }
    }

    @Test func `cancelling ends the attempt and shows a gentle page`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=%2Fshop")
            let form = "state=\(begun.state)&error=user_cancelled_authorize"
            let response = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .ok)
            #expect(response.text.contains("Sign-in cancelled"))
            #expect(response.text.contains(#"href="/shop""#))
            #expect(response.cookies.first?.attributes["max-age"] == "0")
            let late = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(late.status == .gone)
        }
    }

    @Test func `an error from Apple ends the attempt and is not repeated to the person`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let form = "state=\(begun.state)&error=canary_error&error_description=canary"
            let response = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .badRequest)
            #expect(response.text.contains("authorization_refused"))
            #expect(!response.text.contains("canary"))
        }
    }

    @Test func `a stale form gets a friendly page`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let begun = try await caller.beginInBrowser()
            service.clock.advance(601)
            let response = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .gone)
            #expect(response.text.contains("This sign-in has ended"))
            #expect(response.text.contains(#"href="/web/sign-in""#))
            #expect(response.text.contains(response.headers[.xRequestID] ?? "missing"))
        }
    }

    @Test func `only a post is taken`() async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.webCallback + "?code=canary&state=x")
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "POST")
            #expect(response.text.contains("cannot be opened directly"))
            #expect(!response.text.contains("canary"))
        }
    }
}
