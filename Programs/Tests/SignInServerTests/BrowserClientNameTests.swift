import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

/// Which client a browser signs in with again. With another one, Apple could name the same person differently, and the
/// person would get a second account.
@Suite struct BrowserClientNameTests {
    private static let own = ["Sec-Fetch-Site": "same-origin"]
    private static let phone = ("phone", ClientID(rawValue: "com.example.shop"), RegisteredClient.Kind.android)
    private static let web = ("web", ClientID(rawValue: "com.example.web"), RegisteredClient.Kind.web)

    private func service(
        _ clients: (name: String, id: ClientID, kind: RegisteredClient.Kind)..., passwords: Bool = false
    ) throws -> TestService {
        var policy = SignInPolicy()
        policy.passwords.isOn = passwords
        return try TestService(
            of: { team in
                clients.map {
                    RegisteredClient(name: $0.name, id: $0.id, kind: $0.kind, returnURLs: [], team: team)
                }
            }, policy: policy)
    }

    @Test func `an Android sign-in that was cancelled or failed begins again as one, beside a website`() async throws {
        try await service(Self.web, Self.phone).run { caller in
            let phone = try await caller.beginInBrowser(Paths.webSignIn + "?client=phone")
            let cancel = "state=\(phone.state)&error=user_cancelled_authorize"
            let cancelled = try await caller.form(Paths.webCallback, cancel, headers: ["Cookie": phone.cookie])
            #expect(cancelled.text.contains("href=\"/web/sign-in?client=phone\""))
            let web = try await caller.beginInBrowser()
            let other = "state=\(web.state)&error=user_cancelled_authorize"
            let unnamed = try await caller.form(Paths.webCallback, other, headers: ["Cookie": web.cookie])
            #expect(unnamed.text.contains("href=\"/web/sign-in\""))
        }
    }

    @Test(arguments: [false, true])
    func `who has to sign in again does so with the client of the session`(_ passwords: Bool) async throws {
        let service = try service(Self.web, Self.phone, passwords: passwords)
        try await service.run { caller in
            let phone = try await caller.browser(at: Paths.webSignIn + "?client=phone")
            let web = try await caller.browser(.ben)
            service.clock.advance(3_600)
            let start = passwords ? Paths.webPasswordSignIn : Paths.webSignIn
            for (path, back) in [
                (Paths.webAccountDelete, "%2Fweb%2Faccount%2Fdelete"),
                (Paths.webAccountLink, "%2Fweb%2Faccount%2Flink"),
            ] {
                let asked = try await caller.get(path, headers: phone)
                #expect(asked.text.contains("href=\"\(start)?client=phone&amp;return_to=\(back)\""), "\(path)")
                let other = try await caller.get(path, headers: web)
                #expect(other.text.contains("href=\"\(start)?return_to=\(back)\""), "\(path)")
            }
        }
    }

    @Test func `who adds an Apple Account does so with the client of the session`() async throws {
        try await service(Self.web, Self.phone).run { caller in
            let browser = try await caller.browser(at: Paths.webSignIn + "?client=phone")
            let begun = try await caller.form(
                Paths.webAccountLink, "", headers: browser.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(try caller.begun(begun).authorize["client_id"] == "com.example.shop")
        }
    }

    @Test func `without a website, the only Android app needs no name`() async throws {
        try await service(Self.phone).run { caller in
            let account = try await caller.get(Paths.webAccount)
            let path = try #require(account.headers[.location])
            let begun = try await caller.beginInBrowser(path)
            #expect(begun.authorize["client_id"] == "com.example.shop")
            #expect(try await caller.get(Paths.start).text.contains("href=\"/web/sign-in\""))
        }
        try await service(Self.phone, ("second", ClientID(rawValue: "com.example.app"), .android)).run { caller in
            let refused = try await caller.get(Paths.webSignIn, headers: Self.own)
            #expect(refused.status == .badRequest && refused.text.contains("client_not_named"))
            #expect(try await !caller.get(Paths.start).text.contains("href=\"/web/sign-in\""))
        }
    }
}
