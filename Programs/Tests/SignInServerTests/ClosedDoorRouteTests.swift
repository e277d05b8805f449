import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground
@testable import SignInServer

/// How apps, browsers, pages and OpenID clients learn that a person gets no account.
@Suite struct ClosedDoorRouteTests {
    /// A closed door, the code of its refusal, and what a person reads in a browser.
    struct Door: Sendable, CustomTestStringConvertible {
        let code: String
        let heading: String
        let policy: SignInPolicy

        init(_ code: String, _ heading: String, _ close: (inout AccountDoors) -> Void) {
            (self.code, self.heading) = (code, heading)
            var policy = SignInPolicy()
            close(&policy.doors)
            self.policy = policy
        }

        var testDescription: String { code }

        static let known = Door("person_not_known", "You do not have an account here") { $0.newAccounts = .known }
        static let invited = Door("person_not_invited", "This service is by invitation only") {
            $0.newAccounts = .invited
        }
        static let hidden = Door("address_hidden", "This service needs your email address") {
            $0.hiddenAddresses = .refuse
        }
        static let all = [known, invited, hidden]
    }

    private static let stranger = Person(email: "x@privaterelay.appleid.com", isPrivateEmail: true)

    @Test(arguments: Door.all)
    func `an app gets the code and the message, and the refusal is counted`(_ door: Door) async throws {
        let service = try TestService(policy: door.policy)
        try await service.run { caller in
            let response = try await caller.nativeSignIn(Self.stranger)
            #expect(response.status == .forbidden)
            let error = try response.decoded(APIError.self)
            #expect(error.error == door.code && error.documentation.hasSuffix("/errors#" + door.code))
            #expect(error.message.contains("sign_in."))
            let metrics = try await caller.get(Paths.metrics, headers: key(service, .operations))
            #expect(metrics.text.contains(#"siwa_refusals_total{code="\#(door.code)"} 1"#))
            #expect(metrics.text.contains(#"siwa_sign_ins_total{provider="apple",platform="native",new="true"} 0"#))
        }
        await service.outbox.work()
        #expect(!service.apple.hasLiveRefreshTokens)
    }

    @Test(arguments: AccountDoors.NewAccounts.allCases, AccountDoors.HiddenAddresses.allCases)
    func `the kit takes every refusal of a door for the end of a question`(
        newAccounts: AccountDoors.NewAccounts, hiddenAddresses: AccountDoors.HiddenAddresses
    ) async throws {
        var policy = SignInPolicy()
        (policy.doors.newAccounts, policy.doors.hiddenAddresses) = (newAccounts, hiddenAddresses)
        try await TestService(policy: policy).run { caller in
            let response = try await caller.nativeSignIn(Self.stranger)
            let isOpen = newAccounts == .everybody && hiddenAddresses == .allow
            #expect((response.status == .ok) == isOpen)
            guard !isOpen else { return }
            #expect(APIError.Code(rawValue: try response.decoded(APIError.self).error).endsQuestion)
        }
    }

    @Test(arguments: Door.all)
    func `a browser shows a page in plain words, without a session`(_ door: Door) async throws {
        let service = try TestService(policy: door.policy)
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(person: Self.stranger)
            let page = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(page.status == .forbidden)
            #expect(page.text.contains("<h1>\(door.heading)</h1>") && page.text.contains(door.code))
            #expect(!page.cookies.contains { $0.name == "siwa-session" })
        }
        await service.outbox.work()
        #expect(!service.apple.hasLiveRefreshTokens)
    }

    @Test func `the page about a hidden address leads to the same sign-in again`() async throws {
        try await TestService(policy: Door.hidden.policy).run { caller in
            let begun = try await caller.beginInBrowser(
                Paths.webSignIn + "?return_to=/web/account", person: Self.stranger)
            let page = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(page.text.contains("Share My Email"))
            #expect(page.text.contains("/web/sign-in?return_to="))
        }
    }

    @Test(arguments: Door.all)
    func `a page with Apple's script gets the code`(_ door: Door) async throws {
        let service = try TestService(policy: door.policy)
        try await service.run { caller in
            let headers = ["Origin": TestService.scriptOrigin, "Sec-Fetch-Site": "cross-site"]
            let begun = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: headers)
                .decoded(ScriptAttemptReply.self)
            let (code, token) = try service.apple.authorize(
                Self.stranger, client: begun.clientID, nonce: begun.nonce)
            let answer = #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(begun.state)"}}"#
            let response = try await caller.post(Paths.scriptSignIn, answer, headers: headers)
            #expect(response.status == .forbidden && response.errorCode == door.code)
        }
    }

    @Test(arguments: [Door.known, .invited])
    func `an OpenID client learns that nobody will come, in words for the person`(_ door: Door) async throws {
        try await TestService(openID: TestClients.all, policy: door.policy).run { caller in
            let begun = try caller.begun(try await caller.get(Caller.authorize()), person: Self.stranger)
            let response = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .seeOther)
            #expect(response.answer["error"] == "access_denied" && response.answer["state"] == "state & 1")
            #expect(response.answer["error_description"]?.hasPrefix("This service is only for people who") == true)
            #expect(!response.cookies.contains { $0.name == "siwa-session" })
        }
    }

    @Test func `a person who hid the address for an OpenID client reads on a page what to do`() async throws {
        try await TestService(openID: TestClients.all, policy: Door.hidden.policy).run { caller in
            let begun = try caller.begun(try await caller.get(Caller.authorize()), person: Self.stranger)
            let page = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(page.status == .forbidden && page.text.contains("address_hidden"))
        }
    }

    @Test func `"no" at a closed door is refused with the same code, in an app and in a browser`() async throws {
        var policy = Door.known.policy
        policy.question = .always
        try await TestService(policy: policy).run { caller in
            let asked = try await caller.signIn(canAsk: true).decoded(AccountQuestionReply.self)
            let answer = #"{"question":"\#(asked.question)","answer":"new"}"#
            let refused = try await caller.post(Paths.nativeAnswers, answer)
            #expect(refused.status == .forbidden && refused.errorCode == "person_not_known")
            let begun = try await caller.beginInBrowser()
            let callback = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let kept = try #require(callback.cookies.first { $0.name == "siwa-question" })
            let cookie = ["Cookie": "siwa-question=\(kept.value)"]
            let asking = try await caller.get(Paths.webQuestion, headers: cookie)
            #expect(asking.text.contains("No, I have no account") && !asking.text.contains("Create a new account"))
            let page = try await caller.form(
                Paths.webQuestion, "answer=new", headers: cookie.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(page.status == .forbidden && page.text.contains("You do not have an account here"))
        }
    }
}
