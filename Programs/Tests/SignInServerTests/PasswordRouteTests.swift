import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import PasswordHashing
import SignInAPI
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// The password routes for apps and browsers.
@Suite struct PasswordRouteTests {
    private static let password = "correct horse battery"

    private static func policy(canMail: Bool = true) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        policy.passwords.canMail = canMail
        if let parameters = ScryptParameters(logarithmOfN: 4) { policy.passwords.parameters = parameters }
        return policy
    }

    private func service(requestsPerMinute: Int = 0, canMail: Bool = true) async throws -> TestService {
        let service = try TestService(requestsPerMinute: requestsPerMinute, policy: Self.policy(canMail: canMail))
        let name = try #require(LoginNameText("ann.canary@example.com"))
        let typed = try #require(Password(Self.password))
        let hash = try #require(
            PasswordHash(
                typed, parameters: Self.policy().passwords.parameters, salt: Array(repeating: 7, count: 16)))
        let account = Account(
            id: .init(high: 1, low: 1), givenName: nil, familyName: nil, email: name.text, isEmailVerified: true,
            isPrivateEmail: false, createdAt: service.clock.now, disabledAt: nil)
        let now = service.clock.now
        try await service.database.transaction { transaction throws(StorageFailure) in
            try transaction.recordAccount(account)
            try transaction.recordLoginName(
                LoginName(id: name.id, accountID: account.id, name: name.text, createdAt: now, provenAt: now))
            try transaction.recordPassword(StoredPassword(accountID: account.id, hash: hash.text, changedAt: now))
            return .keep(())
        }
        return service
    }

    private func mail(_ service: TestService) async throws -> [MailMessage] {
        let sent = CapturedMail()
        let outbox = MailOutbox(service.environment) { message in
            await sent.append(message)
            return .sent
        }
        while try await outbox.work() > 0 {}
        return await sent.all
    }

    private func body(_ members: [String: String]) throws -> String {
        String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
    }

    private func signIn(_ caller: Caller, _ password: String = password) async throws -> TestResponse {
        try await caller.post(
            Paths.passwordSignIn,
            body(["client": "app", "name": "ann.canary@example.com", "password": password]))
    }

    private static let own = ["Origin": "http://localhost:8080", "Sec-Fetch-Site": "same-origin"]

    @Test func `an app signs in with what the keychain holds, changes it, and gets another by mail`() async throws {
        let service = try await service()
        try await service.run { caller in
            let wrong = try await signIn(caller, "wrong password")
            #expect(wrong.status == .unauthorized && wrong.errorCode == "password_wrong")
            let session = try await signIn(caller).decoded(SessionReply.self)
            let known = try await caller.get(Paths.accountPassword, headers: bearer(session))
            let facts = try known.decoded(AccountPasswordReply.self)
            #expect(facts.hasPassword && facts.names == ["ann.canary@example.com"])
            let short = try await caller.post(
                Paths.accountPassword, body(["password": "short"]), headers: bearer(session))
            #expect(short.status == .badRequest && short.errorCode == "password_too_short")
            let changed = try await caller.post(
                Paths.accountPassword, body(["password": "another good one"]), headers: bearer(session))
            #expect(changed.status == .noContent)
            #expect(try await signIn(caller).errorCode == "password_wrong")
            service.clock.advance(601)
            let stale = try await caller.post(
                Paths.accountPassword, body(["password": "a third good one"]), headers: bearer(session))
            #expect(stale.status == .unauthorized)
            _ = try await mail(service)
            let asked = try await caller.post(
                Paths.passwordResetRequests, body(["name": "ann.canary@example.com"]))
            let unknown = try await caller.post(Paths.passwordResetRequests, body(["name": "nobody@example.com"]))
            #expect(asked.status == .noContent && unknown.status == .noContent)
            let text = try #require(try await mail(service).first).text
            let token = try #require(text.firstMatch(of: /reset#(\S+)/)).output.1
            let set = try await caller.post(
                Paths.passwordReset, body(["token": String(token), "password": "a fourth good one"]))
            #expect(set.status == .noContent)
            let again = try await caller.post(
                Paths.passwordReset, body(["token": String(token), "password": "a fifth good one"]))
            #expect(again.status == .gone && again.errorCode == "mailed_token_invalid")
            #expect(try await signIn(caller, "a fourth good one").status == .ok)
        }
        for secret in [Self.password, "good one", "canary", "/reset#"] {
            #expect(!service.log.all.contains { $0.contains(secret) })
        }
    }

    @Test func `the mail about a password that a merge removes is in the language of the app`() async throws {
        let service = try await service()
        try await service.run { caller in
            let withPassword = try await signIn(caller).decoded(SessionReply.self)
            let link = #""links_to_session":true"#
            _ = try await caller.signIn(.ben, linking: link, headers: bearer(withPassword))
            let kept = try await caller.signInNatively(.ann)
            let asked = try await caller.signIn(.ben, linking: link, headers: bearer(kept), canAsk: true)
            let question = try asked.decoded(AccountQuestionReply.self).question
            _ = try await mail(service)
            let merged = try await caller.post(
                Paths.nativeAnswers, body(["question": question, "answer": "merge"]),
                headers: bearer(kept).merging(["Accept-Language": "de"]) { $1 })
            #expect(merged.status == .ok)
            let subjects = try await mail(service).map(\.subject)
            #expect(subjects == ["Du meldest dich bei localhost:8080 jetzt mit Apple an"])
        }
    }

    @Test func `an app gives the password up for Sign in with Apple`() async throws {
        let service = try await service()
        try await service.run { caller in
            let session = try await signIn(caller).decoded(SessionReply.self)
            let begun = try await caller.post(
                Paths.accountPasswordUpgrade, #"{"client":"app"}"#, headers: bearer(session))
            let attempt = try begun.decoded(NativeAttemptReply.self)
            let upgraded = try await caller.finish(attempt, headers: bearer(session))
            #expect(try upgraded.decoded(SessionReply.self).account.id == session.account.id)
            #expect(try await signIn(caller).errorCode == "password_wrong")
            #expect(try await caller.signInNatively().account.id == session.account.id)
            let missing = try await caller.post(
                Paths.accountPasswordUpgrade, #"{"client":"app"}"#,
                headers: bearer(upgraded.decoded(SessionReply.self)))
            #expect(missing.status == .conflict && missing.errorCode == "password_missing")
        }
    }

    @Test func `no address ever holds the mailed code, and without scripts it is typed`() async throws {
        let service = try await service()
        try await service.run { caller in
            _ = try await caller.post(Paths.passwordResetRequests, body(["name": "ann.canary@example.com"]))
            let text = try #require(try await mail(service).first).text
            let link = try #require(text.firstMatch(of: /http:\S+/)).output
            let code = try #require(text.firstMatch(of: /enter this one: (\S+)/)).output.1
            #expect(URLComponents(string: String(link))?.fragment == String(code))
            #expect(URLComponents(string: String(link))?.query == nil)
            let page = try await caller.get(Paths.webPasswordReset)
            #expect(page.status == .ok && page.text.contains(#"<input id="code" name="code""#))
            let wrong = try await caller.form(
                Paths.webPasswordReset, "code=AAAAA-AAAAA-AAAAA&password=another+good+one", headers: Self.own)
            #expect(wrong.status == .gone && wrong.text.contains("This code is wrong"))
            let set = try await caller.form(
                Paths.webPasswordReset, "code=\(code.lowercased())&password=another+good+one", headers: Self.own)
            #expect(set.status == .ok && set.text.contains("Your password was changed"))
        }
    }

    @Test func `guessing is told to wait, as everybody's requests are`() async throws {
        try await service().run { caller in
            var last = try await signIn(caller, "guess one")
            for _ in 0..<5 { last = try await signIn(caller, "guess again") }
            #expect(last.status == .tooManyRequests && last.errorCode == "password_delayed")
            #expect(last.headers[.retryAfter] == "5")
        }
        try await service(requestsPerMinute: 2).run { caller async throws in
            for _ in 0..<2 { #expect(try await signIn(caller).status == .ok) }
            #expect(try await signIn(caller).errorCode == "rate_limited")
            let mail = #"{"name":"x"}"#
            for _ in 0..<2 { #expect(try await caller.post(Paths.passwordResetRequests, mail).status == .noContent) }
            #expect(try await caller.post(Paths.passwordResetRequests, mail).errorCode == "rate_limited")
        }
    }

    @Test func `where passwords are off, every route says so and no page offers one`() async throws {
        try await TestService().run { caller in
            #expect(try await signIn(caller).errorCode == "passwords_off")
            let asked = try await caller.post(Paths.passwordResetRequests, #"{"name":"x"}"#)
            #expect(asked.status == .forbidden && asked.errorCode == "passwords_off")
            for path in [Paths.webPasswordSignIn, Paths.webPasswordForgotten, Paths.webPasswordReset] {
                #expect(try await caller.get(path).status == .forbidden)
            }
            #expect(try await !caller.get("/").text.contains("password"))
        }
        try await service(canMail: false).run { caller async throws in
            #expect(
                try await caller.post(Paths.passwordResetRequests, #"{"name":"x"}"#).errorCode == "mail_off")
            #expect(try await !caller.get(Paths.webPasswordSignIn).text.contains("Forgot"))
        }
    }

    @Test func `a browser signs in by our own form, and goes on to where it was going`() async throws {
        try await service().run { caller in
            let page = try await caller.get(Paths.webPasswordSignIn + "?return_to=/web/account")
            #expect(page.text.contains(#"name="return_to" value="/web/account""#))
            let form = "name=ann.canary%40example.com&password=correct+horse+battery&return_to=%2Fweb%2Faccount"
            let foreign = try await caller.form(
                Paths.webPasswordSignIn, form,
                headers: ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"])
            #expect(foreign.status == .forbidden && foreign.cookies.isEmpty)
            let bad = try await caller.form(
                Paths.webPasswordSignIn,
                "name=%3Cb%3Eann&password=canary-typed&return_to=%2Fweb%2Faccount", headers: Self.own)
            #expect(bad.status == .unauthorized && bad.text.contains("The name or the password is wrong"))
            #expect(bad.text.contains("&lt;b&gt;ann") && !bad.text.contains("canary-typed"))
            let open = try await caller.form(
                Paths.webPasswordSignIn, form.replacing("%2Fweb%2Faccount", with: "https%3A%2F%2Fevil.example"),
                headers: Self.own)
            #expect(open.status == .badRequest && open.cookies.isEmpty)
            let done = try await caller.form(Paths.webPasswordSignIn, form, headers: Self.own)
            #expect(done.status == .seeOther && done.headers[.location] == "/web/account")
            let cookie = try #require(done.cookies.first { $0.name == "siwa-session" })
            let headers = Self.own.merging(["Cookie": "siwa-session=\(cookie.value)"]) { one, _ in one }
            let account = try await caller.get(Paths.webAccount, headers: headers)
            #expect(account.text.contains("Use Sign in with Apple instead"))
            #expect(try await caller.get(Paths.webAccountPassword, headers: headers).status == .ok)
            let toApple = try await caller.form(Paths.webAccountUpgrade, "", headers: headers)
            #expect(toApple.status == .seeOther)
            #expect(toApple.headers[.location]?.contains("/auth/authorize") == true)
        }
    }

    @Test func `the link of a mail can be looked at, and sets a password by our own form only`() async throws {
        let service = try await service()
        try await service.run { caller in
            let asked = try await caller.form(
                Paths.webPasswordForgotten, "name=ann.canary%40example.com", headers: Self.own)
            let nobody = try await caller.form(Paths.webPasswordForgotten, "name=nobody", headers: Self.own)
            #expect(asked.status == .ok && asked.text == nobody.text)
            let text = try #require(try await mail(service).first).text
            let path = try #require(text.firstMatch(of: /http:\/\/localhost:8080(\S+)/)).output.1
            let parts = path.split(separator: "#")
            for _ in 0..<3 { #expect(try await caller.get(String(parts[0])).status == .ok) }
            let code = try #require(parts.last)
            let form = "code=\(code)&password=another+good+one"
            #expect(try await caller.form(Paths.webPasswordReset, form).status == .forbidden)
            let short = try await caller.form(
                Paths.webPasswordReset, "code=\(code)&password=short", headers: Self.own)
            #expect(short.status == .badRequest && short.text.contains("eight characters"))
            #expect(try await caller.form(Paths.webPasswordReset, form, headers: Self.own).status == .ok)
            let late = try await caller.form(Paths.webPasswordReset, form, headers: Self.own)
            #expect(late.status == .gone && late.text.contains("This code is wrong, was already used"))
        }
    }
}
