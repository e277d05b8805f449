import AccountStorage
import HTTPTypes
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// The name of the browser that a session began in.
@Suite struct BrowserNameTests {
    private static let windowsFirefox =
        "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"

    @Test(
        arguments: [
            (windowsFirefox, "Firefox (Windows)"),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 "
                    + "Safari/605.1.15", "Safari (Mac)"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "Version/26.0 Mobile/15E148 Safari/604.1", "Safari (iPhone)"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                    + "CriOS/142.0 Mobile/15E148 Safari/604.1", "Chrome (iPhone)"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 "
                    + "Safari/537.36 Edg/142.0.0.0", "Edge (Windows)"
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile "
                    + "Safari/537.36", "Chrome (Android)"
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 "
                    + "Chrome/136.0.0.0 Mobile Safari/537.36", "Samsung Internet (Android)"
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36",
                "Chrome (ChromeOS)"
            ),
            ("Mozilla/5.0 (Unknown) Firefox/145.0", "Firefox"),
        ] as [(String, String)])
    func `is read from what browsers send`(field: String, name: String) {
        #expect(BrowserName.read(field) == name)
    }

    @Test(
        arguments: [
            nil, "", "curl/8.5.0", "Example/1 CFNetwork/1568 Darwin/24", "Mozilla/5.0 (compatible)", "Firefox/145.0",
            "Mozilla/5.0 Firefox/145.0 " + String(repeating: "x", count: 512),
        ] as [String?])
    func `is missing where a field names no browser that people know`(field: String?) {
        #expect(BrowserName.read(field) == nil)
    }

    @Test func `stands in the list of sessions, on the demo page and in the export`() async throws {
        try await TestService(isDemo: true).run { caller in
            let begun = try await caller.beginInBrowser()
            let done = try await caller.form(
                Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie, "User-Agent": Self.windowsFirefox])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let browser = [
                "Cookie": session.name + "=" + session.value, "Sec-Fetch-Site": "same-origin",
                "Origin": "http://localhost:8080",
            ]
            #expect(try await caller.get("/", headers: browser).text.contains("From Firefox (Windows), <time"))
            let account = try await caller.get(Paths.webAccount, headers: browser)
            #expect(account.text.contains("<strong>From Firefox (Windows)</strong>"))
            let list = try await caller.get(Paths.sessions, headers: browser).decoded(SessionsReply.self)
            #expect(list.sessions.map(\.browser) == ["Firefox (Windows)"])
            let export = try await caller.get(Paths.webAccountExport, headers: browser)
            #expect(export.text.contains(#""browser":"Firefox (Windows)""#))
        }
    }

    @Test func `is not kept of an app, although the app's sign-in runs in a browser`() async throws {
        let service = try TestService()
        let environment = service.environment.seen { "Firefox (Windows)" }
        #expect(environment.browser(on: .web) == "Firefox (Windows)")
        for platform in [Platform.native, .android, .openID] { #expect(environment.browser(on: platform) == nil) }
    }
}
