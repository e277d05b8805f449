import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// What a page tells people besides its subject: who speaks, when something happened, and where to go next.
@Suite struct PageHelpTests {
    private static let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

    @Test func `a browser gets a page at an unknown address, and a program gets JSON`() async throws {
        try await TestService().run { caller in
            let page = try await caller.get("/nowhere", headers: ["Accept": Self.browser, "Accept-Language": "de"])
            #expect(page.status == .notFound)
            #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
            #expect(page.text.contains("<h1>Hier ist nichts</h1>"))
            #expect(page.text.contains(#"href="/">Zur Startseite</a>"#))
            #expect(page.headers[values: .vary] == ["Accept-Language", "Accept"])
            for accept in ["*/*", "application/json", "application/json, text/htmlx", "text/html; q=0.0, */*", ""] {
                let reply = try await caller.get("/nowhere", headers: ["Accept": accept])
                #expect(try reply.decoded(APIError.self).error == "route_unknown")
                #expect(reply.headers[values: .vary] == ["Accept"])
            }
            // Some HTTP libraries ask for HTML by default, and nobody types the address of a call.
            let call = try await caller.get("/v1/nowhere", headers: ["Accept": Self.browser])
            #expect(try call.decoded(APIError.self).error == "route_unknown")
            #expect(call.headers[values: .vary].isEmpty)
            let api = try await caller.get(Paths.account, headers: ["Accept": Self.browser])
            #expect(try api.decoded(APIError.self).error == "authorization_missing")
        }
    }

    @Test func `a failure names the service, and puts the code for its operator into small print`() async throws {
        try await TestService().run { caller in
            let page = try await caller.get(Paths.webCallback)
            #expect(page.text.contains(#"<span class="brand-name">localhost:8080</span>"#))
            let end = try #require(page.text.firstMatch(of: /<dl class="fine">.*?<\/dl>/.dotMatchesNewlines())?.output)
            #expect(end.contains("method_not_allowed"))
            #expect(page.text.hasSuffix("\(end)\n</main>\n</body>\n</html>\n"))
        }
    }

    @Test func `a link that does not work has no button, because trying again cannot help`() async throws {
        try await TestService().run { caller in
            let page = try await caller.get(
                Paths.webSignIn + "?return_to=https://evil.example/", headers: ["Sec-Fetch-Site": "same-origin"])
            #expect(page.text.contains("<h1>This link does not work</h1>"))
            #expect(!page.text.contains(#"class="button""#))
        }
    }

    @Test func `deleting is a warning, names the account, and is never the main button`() async throws {
        try await TestService().run { caller in
            let browser = try await caller.browser()
            let account = try await caller.get(Paths.webAccount, headers: browser)
            #expect(account.text.contains(#"<a class="button danger" href="/web/account/delete">"#))
            let page = try await caller.get(Paths.webAccountDelete, headers: browser)
            #expect(page.text.contains(#"<button type="submit" class="button danger">Delete my account</button>"#))
            #expect(page.text.contains(#"<a class="button" href="/web/account">Keep my account</a>"#))
            #expect(page.text.contains("<dt>Email</dt>"))
            caller.service.clock.advance(3_600)
            let stale = try await caller.get(Paths.webAccountDelete, headers: browser)
            #expect(stale.text.contains(#"<a class="button" href="/web/account">Keep my account</a>"#))
            #expect(stale.text.matches(of: /class="button"/).count == 1)
        }
    }

    @Test func `the account page leads back to the start`() async throws {
        try await TestService().run { caller in
            let page = try await caller.get(Paths.webAccount, headers: try await caller.browser())
            #expect(page.text.contains(#"<p class="back"><a href="/">Go to the start page</a></p>"#))
        }
    }

    @Test func `times are in UTC, and a script writes them in the reader's zone`() async throws {
        try await TestService(isDemo: true).run { caller in
            let browser = try await caller.browser()
            for path in [Paths.webAccount, Paths.start] {
                let page = try await caller.get(path, headers: browser)
                #expect(page.text.contains(#/<time [^>]+>[^<]* UTC</time>/#), "\(path)")
                let scripts = page.text.matches(of: /<script>(.*?)<\/script>/.dotMatchesNewlines())
                #expect(scripts.map { String($0.output.1) } == [PageScript.localTimes.text], "\(path)")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                #expect(policy.hasPrefix("default-src 'none'; script-src \(PageScript.localTimes.source); style-src "))
                #expect(!policy.contains("unsafe"), "\(path)")
            }
        }
    }

    @Test func `every template with a time belongs to a page with the script for times`() throws {
        let folder = Documents.root.appendingPathComponent("Programs/Service/SignInServer/Pages/Templates")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let timed = try files.filter { try String(contentsOf: $0, encoding: .utf8).contains("<time") }
            .map { $0.deletingPathExtension().lastPathComponent }
        #expect(timed.sorted() == ["account", "apple_account", "demo_account", "merge", "question"])
    }

    @Test func `the demo says what to try next, at the emulator too`() async throws {
        try await TestService(isDemo: true, emulator: "http://idp.localhost:9080").run { caller in
            let page = try await caller.get("/", headers: try await caller.browser())
            let next = try #require(
                page.text.firstMatch(of: /<h2 id="try">Try next<\/h2>.*?<\/ul>/.dotMatchesNewlines())?.output)
            let links = next.matches(of: /href="([^"]+)"/).map { String($0.output.1) }
            let emulator = ["account", "faults", "portal"].map { "http://idp.localhost:9080/" + $0 }
            #expect(Set(links) == Set(emulator + ["/web/sign-in", "/web/account/delete"]))
        }
        try await TestService(isDemo: true).run { caller in
            let page = try await caller.get("/", headers: try await caller.browser())
            #expect(page.text.contains("Try next") && !page.text.contains("/portal"))
        }
    }

    @Test func `the demo shows the account's identifier only to who unfolds it`() async throws {
        try await TestService(isDemo: true).run { caller in
            let page = try await caller.get("/", headers: try await caller.browser()).text
            let folded = try #require(page.firstMatch(of: /<details>.*?<\/details>/.dotMatchesNewlines())?.output)
            let identifier = try #require(folded.firstMatch(of: /<code>([0-9a-f]+)<\/code>/)?.output.1)
            #expect(page.components(separatedBy: identifier).count == 2, "it stands there once")
        }
    }

    @Test func `the page that asks for consent shows a mark and the name of the client`() async throws {
        try await TestService(openID: TestClients.all).run { caller in
            let page = try await caller.get(Caller.authorizeNotes(), headers: try await caller.browser())
            #expect(
                page.text.contains(
                    #"<span class="mark" aria-hidden="true">N</span> <span class="eyebrow">Sign in to Notes &amp; "#))
        }
    }

    @Test func `the codes of errors stand under topics, each once`() throws {
        let topics = ErrorCode.topics
        #expect(topics.allSatisfy { !$0.codes.isEmpty })
        let names = topics.flatMap { $0.codes.map(\.name) }
        #expect(names.sorted() == ErrorCode.all.map(\.name).sorted())
    }
}
