import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

@Suite struct WebSignInRouteTests {
    @Test func `goes to Apple with a Lax flow cookie`() async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.webSignIn)
            #expect(response.status == .seeOther)
            let location = try #require(response.headers[.location])
            #expect(location.hasPrefix("http://idp.localhost:9080/auth/authorize?"))
            #expect(location.contains("redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fweb%2Fcallback"))
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
            let cookie = try #require(response.cookies.first)
            #expect(response.cookies.count == 1)
            #expect(cookie.name.hasPrefix("siwa-flow-"))
            #expect(cookie.name.count == "siwa-flow-".count + 16)
            #expect(cookie.value.utf8.count >= 22)
            #expect(cookie.attributes == ["path": "/", "samesite": "Lax", "httponly": "", "max-age": "600"])
        }
    }

    @Test func `cookies on https carry the Host prefix and Secure`() async throws {
        try await TestService(publicURL: "https://id.example.com").run { caller in
            let begun = try await caller.beginInBrowser()
            #expect(begun.cookie.hasPrefix("__Host-siwa-flow-"))
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "__Host-siwa-session" })
            #expect(session.attributes["secure"] == "")
            #expect(session.attributes["samesite"] == "Lax")
            #expect(session.attributes["httponly"] == "")
            #expect(session.attributes["path"] == "/")
            #expect(session.attributes["domain"] == nil)
            #expect(done.headers[.strictTransportSecurity] != nil)
        }
    }

    @Test func `another site's link shows a page with a button`() async throws {
        try await TestService().run { caller in
            let response = try await caller.get(
                Paths.webSignIn + "?return_to=%2Fa%3Fb%3D%22%3E", headers: ["Sec-Fetch-Site": "cross-site"])
            #expect(response.status == .ok)
            #expect(response.cookies.isEmpty)
            #expect(response.text.contains("Sign in with Apple"))
            #expect(response.text.contains(#"href="/web/sign-in?return_to=%2Fa%3Fb%3D%22%3E""#))
        }
    }

    @Test(arguments: ["same-origin", "same-site", "none"])
    func `starts at once for our own links and typed addresses`(site: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.webSignIn, headers: ["Sec-Fetch-Site": site])
            #expect(response.status == .seeOther)
        }
    }

    @Test func `at most eight flows, then the oldest goes`() async throws {
        try await TestService().run { caller in
            let ids = (0..<9).map { String(format: "%016x", $0) }
            let header = ids.map { "siwa-flow-\($0)=proof" }.joined(separator: "; ")
            let response = try await caller.get(Paths.webSignIn, headers: ["Cookie": "other=1; " + header])
            let removed = response.cookies.filter { $0.attributes["max-age"] == "0" }
            #expect(removed.map(\.name) == ids.prefix(2).map { "siwa-flow-" + $0 })
            #expect(removed.allSatisfy { $0.attributes["samesite"] == "Lax" })
            #expect(response.cookies.count == 3)
        }
    }

    @Test func `flows with long addresses crowd out the oldest, so that no proxy refuses the cookies`() async throws {
        try await TestService().run { caller in
            let ids = (0..<4).map { String(format: "%016x", $0) }
            // With a long address, one of them fits beside the new flow, and with none, two do.
            let header = ids.map { "siwa-flow-\($0)=" + String(repeating: "a", count: 2_100) }.joined(separator: "; ")
            let target = "?return_to=/" + String(repeating: "a", count: 2_000)
            let response = try await caller.get(Paths.webSignIn + target, headers: ["Cookie": header])
            let removed = response.cookies.filter { $0.attributes["max-age"] == "0" }
            #expect(removed.map(\.name) == ids.dropLast().map { "siwa-flow-" + $0 })
            let short = try await caller.get(Paths.webSignIn, headers: ["Cookie": header])
            let removedForShort = short.cookies.filter { $0.attributes["max-age"] == "0" }
            #expect(removedForShort.map(\.name) == ids.prefix(2).map { "siwa-flow-" + $0 })
        }
    }

    @Test func `with several web clients one must be named`() async throws {
        try await TestService(extraWebClient: true).run { caller in
            let unnamed = try await caller.get(Paths.webSignIn)
            #expect(unnamed.status == .badRequest)
            #expect(unnamed.text.contains("client_not_named"))
            let named = try await caller.get(Paths.webSignIn + "?client=shop")
            #expect(named.headers[.location]?.contains("client_id=com.example.shop") == true)
        }
    }

    @Test func `a configured address is returned to`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser(
                Paths.webSignIn + "?return_to=https%3A%2F%2Fwww.example.com%2Fwelcome")
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(done.headers[.location] == "https://www.example.com/welcome")
        }
    }

    @Test func `signing out ends the session and takes the cookie`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let cookie = ["Cookie": session.name + "=" + session.value]
            #expect(try await caller.get(Paths.account, headers: cookie).status == .ok)
            let out = try await caller.form(
                Paths.webSignOut, "", headers: cookie.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(out.status == .seeOther)
            #expect(out.headers[.location] == "/")
            #expect(out.cookies.first?.attributes["max-age"] == "0")
            #expect(try await caller.get(Paths.account, headers: cookie).errorCode == "session_ended")
        }
    }

    @Test(arguments: [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
        ["Origin": "https://evil.example"], ["Origin": "null"], ["Origin": "http://localhost:8081"], [:],
        ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "cross-site"],
    ])
    func `a change under a cookie must come from our own page`(headers: [String: String]) async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let cookie = ["Cookie": session.name + "=" + session.value]
            let all = headers.merging(cookie) { $1 }
            let signOut = try await caller.form(Paths.webSignOut, "", headers: all)
            #expect(signOut.status == .forbidden)
            #expect(signOut.text.contains("cross_site_request"))
            let end = try await caller.post(Paths.sessionEnd, "", type: nil, headers: all)
            #expect(end.status == .forbidden)
            #expect(end.errorCode == "cross_site_request")
            #expect(try await caller.get(Paths.account, headers: cookie).status == .ok)
        }
    }

    @Test func `our own origin is enough where the browser sends no fetch metadata`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let headers = ["Cookie": session.name + "=" + session.value, "Origin": "http://localhost:8080"]
            #expect(try await caller.post(Paths.sessionEnd, "", type: nil, headers: headers).status == .noContent)
        }
    }
}
