import AccountStorage
import AccountStorageSQLite
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PasswordHashing
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// What requests store is stated for each route, adds up to what the documentation says, and is true.
@Suite struct RouteStorageTests {
    private static let limits = RateLimiter(perMinute: 120, backendPerMinute: 6_000) { Date() }

    private func routes() throws -> [Route] {
        try TestService(openID: TestClients.all).service.routes.routes
    }

    // MARK: What is stated

    @Test func `these routes accept more than reading, and store nothing`() throws {
        let silent = try routes().filter { $0.method != .get && $0.storage == .nothing }
        #expect(
            silent.map { "\($0.method) \($0.path)" }.sorted() == [
                "OPTIONS /oauth/revoke",
                "OPTIONS /oauth/token",
                "OPTIONS /oauth/userinfo",
                "OPTIONS /v1/account",
                "OPTIONS /v1/native/answers",
                "OPTIONS /v1/script/attempts",
                "OPTIONS /v1/script/sign-in",
                "OPTIONS /v1/sessions/end",
                "OPTIONS /v1/sessions/refresh",
                "POST /oauth/authorize",
                "POST /oauth/introspect",
                "POST /oauth/logout",
                "POST /oauth/userinfo",
                "POST /v1/accounts/held",
                "POST /v1/script/attempts",
            ])
    }

    @Test func `these routes are read, and store something`() throws {
        let telling = try routes().filter { $0.method == .get && $0.storage != .nothing }
        #expect(
            telling.map(\.path).sorted() == [
                "/oauth/authorize", "/oauth/continue", "/oauth/logout", "/v1/account/export", "/web/account/export",
                "/web/waiting",
            ])
    }

    @Test func `what is stored before any proof uses up a network's budget, and afterwards something else`() throws {
        for route in try routes() {
            if route.storage.beforeProof > 0 {
                guard case .network(let budget) = route.budget else {
                    Issue.record("\(route.path) stores without a budget")
                    continue
                }
                #expect(Self.limits.perMinute(budget) == 120, "\(route.path)")
            }
            #expect((route.storage.afterProof > 0) == (route.storage.bound != nil), "\(route.path)")
        }
    }

    @Test func `the documentation has what each route stores, and the sums`() throws {
        let table = try Self.table(of: routes())
        let page = try Documents.text("development/threat-model.md")
        #expect(page.contains("\n\(table)\n\n"), "the table of threat-model.md:\n\(table)")
    }

    private static func table(of routes: [Route]) -> String {
        let storing = routes.filter { $0.storage != .nothing }.sorted {
            ($0.path, $0.method.rawValue) < ($1.path, $1.method.rawValue)
        }
        var networks: [NetworkBudget: Int] = [:]
        var accounts: [RouteStorage.Bound: Int] = [:]
        var lines = [
            "| route | before any proof: bytes for a request | for a network and minute "
                + "| afterwards: bytes for a request | for an account and day |",
            "|---|---|---|---|---|",
        ]
        for route in storing {
            let storage = route.storage
            var (network, account) = ("–", "–")
            if case .network(let budget) = route.budget, storage.beforeProof > 0 {
                let bytes = storage.beforeProof * (limits.perMinute(budget) ?? 0)
                networks[budget] = max(networks[budget] ?? 0, bytes)
                network = number(bytes)
            }
            if let bound = storage.bound {
                let bytes = perDay(bound).map { $0 * storage.afterProof }
                accounts[bound] = max(accounts[bound] ?? 0, bytes ?? 0)
                account = bytes.map(number) ?? words(bound)
            }
            lines.append(
                "| `\(route.method) \(route.path)` | \(number(storage.beforeProof)) | \(network) "
                    + "| \(number(storage.afterProof)) | \(account) |")
        }
        let sums = (networks.values.reduce(0, +), accounts.values.reduce(0, +))
        lines.append("| **together** | | **\(number(sums.0))** | | **\(number(sums.1))** |")
        return lines.joined(separator: "\n")
    }

    private static func perDay(_ bound: RouteStorage.Bound) -> Int? {
        switch bound {
        case .activity(let activity): limits.perHour(activity).map { 24 * $0 }
        case .purpose(let purpose): limits.perHour(purpose).map { 24 * $0 }
        case .whatBegan, .trust: nil
        }
    }

    private static func words(_ bound: RouteStorage.Bound) -> String {
        bound == .trust ? "from a service of yours, or Apple" : "once for what began"
    }

    /// Groups of three digits, as the documentation writes them.
    private static func number(_ bytes: Int) -> String {
        guard bytes >= 1_000 else { return bytes == 0 ? "–" : "\(bytes)" }
        let tail = String(bytes % 1_000)
        return number(bytes / 1_000) + "," + String(repeating: "0", count: 3 - tail.count) + tail
    }

    // MARK: What is true

    /// The bytes that each request adds to a database file, once it is prepared.
    private func measure(
        policy: SignInPolicy = SignInPolicy(), _ count: Int = 200,
        preparing prepare: @escaping @Sendable (Caller) async throws -> [String: String] = { _ in [:] },
        _ request: @escaping @Sendable (Caller, Int, [String: String]) async throws -> Void
    ) async throws -> Int {
        var sizes: [Int] = []
        for number in [10, count + 10] {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("siwa-" + UUID().uuidString).path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            var options = SQLiteOptions()
            options.createIfMissing = true
            let file = try SQLiteAccountDatabase(path: folder + "/accounts.sqlite", options: options)
            let service = try TestService(openID: TestClients.all, policy: policy, database: FaultyDatabase(file))
            try await service.run { caller in
                let prepared = try await prepare(caller)
                for place in 0..<number {
                    service.clock.advance(30)
                    try await request(caller, place, prepared)
                }
            }
            await file.close()
            sizes.append(
                try FileManager.default.attributesOfItem(atPath: folder + "/accounts.sqlite")[.size] as? Int ?? 0)
        }
        return (sizes[1] - sizes[0]) / count
    }

    private func stored(_ method: HTTPRequest.Method, _ path: String) throws -> RouteStorage {
        try #require(try routes().first { $0.method == method && $0.path == path }).storage
    }

    private static let longTarget = "/" + String(repeating: "a", count: 2_000)

    private static func policyWithPasswords() -> SignInPolicy {
        var policy = SignInPolicy()
        policy.passwords.isOn = true
        policy.passwords.canMail = true
        if let parameters = ScryptParameters(logarithmOfN: 4) { policy.passwords.parameters = parameters }
        return policy
    }

    @Test func `whoever only begins a sign-in stores nothing, however long the request is`() async throws {
        let each = try await measure { caller, number, _ async throws in
            _ = try await caller.get(Paths.webSignIn + "?return_to=" + Self.longTarget)
            let long = Caller.authorize(["state": String(repeating: "s", count: 2_000)])
            #expect(try await caller.get(long).status == .seeOther)
            _ = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
            _ = try await caller.post(
                Paths.scriptAttempts, #"{"client":"web"}"#, headers: ["Origin": TestService.scriptOrigin])
        }
        #expect(each == 0)
    }

    @Test func `an answer that proves nobody stores no more than is stated`() async throws {
        let native = try await measure { caller, _, _ async throws in
            let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let (code, token) = try caller.service.apple.authorize(
                .init(), client: "com.example.app", nonce: "another")
            let message = NativeSignInRequest(
                attempt: attempt.attempt, identityToken: token, code: code, name: nil, canAsk: nil)
            let response = try await caller.post(
                Paths.nativeSignIn, String(decoding: JSONEncoder().encode(message), as: UTF8.self))
            #expect(response.errorCode == "nonce_mismatch")
        }
        #expect(try 0 < native && native <= stored(.post, Paths.nativeSignIn).beforeProof, "\(native)")
        let web = try await measure { caller, _, _ async throws in
            let long = Caller.authorize(["state": String(repeating: "s", count: 2_000)])
            let begun = try caller.begun(try await caller.get(long))
            let other = try await caller.beginInBrowser()
            let forged = other.form.replacing(
                BegunInBrowser.encoded(other.state), with: BegunInBrowser.encoded(begun.state))
            let response = try await caller.form(Paths.webCallback, forged, headers: ["Cookie": begun.cookie])
            #expect(response.text.contains("nonce_mismatch"))
        }
        #expect(try 0 < web && web <= stored(.post, Paths.webCallback).beforeProof, "\(web)")
    }

    @Test func `wrong passwords and requests for mail store no more than is stated`() async throws {
        let policy = Self.policyWithPasswords()
        // The longest local part of an address is 64 bytes (RFC 5321 section 4.5.3.1.1).
        let name = String(repeating: "n", count: 60)
        let tried = try await measure(policy: policy) { caller, number, _ async throws in
            let body = #"{"client":"app","name":"\#(name)\#(number)@example.com","password":"not the right one"}"#
            #expect(try await caller.post(Paths.passwordSignIn, body).errorCode == "password_wrong")
        }
        #expect(try 0 < tried && tried <= stored(.post, Paths.passwordSignIn).beforeProof, "\(tried)")
        let asked = try await measure(policy: policy) { caller, number, _ async throws in
            let response = try await caller.post(
                Paths.passwordResetRequests, #"{"name":"\#(name)\#(number)@example.com"}"#)
            #expect(response.status.code < 300)
        }
        #expect(try 0 < asked && asked <= stored(.post, Paths.passwordResetRequests).beforeProof, "\(asked)")
    }

    @Test func `a person's sign-ins store no more than is stated, wherever the browser goes`() async throws {
        let native = try await measure { caller, number, _ async throws in
            #expect(try await caller.nativeSignIn(name: "Ann \(number)").status == .ok)
        }
        #expect(try native <= stored(.post, Paths.nativeSignIn).afterProof, "\(native)")
        let web = try await measure { caller, _, _ async throws in
            let long = Caller.authorize(["state": String(repeating: "s", count: 2_000)])
            let begun = try caller.begun(try await caller.get(long))
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(done.status == .seeOther)
        }
        #expect(try web <= stored(.post, Paths.webCallback).afterProof, "\(web)")
    }

    @Test func `a client's sign-in stores no more than is stated for the code and its exchange`() async throws {
        let claims = #"{"id_token":{"email":null,"name":null},"userinfo":{"email":null,"given_name":null}}"#
        let each = try await measure(preparing: { try await $0.browser() }) { caller, _, browser async throws in
            let path = Caller.authorize(["claims": claims, "nonce": String(repeating: "n", count: 512)])
            let code = try #require(try await caller.get(path, headers: browser).answer["code"])
            #expect(try await caller.exchange(code).status == .ok)
        }
        let stated = try stored(.get, Paths.oauthAuthorize).afterProof + stored(.post, Paths.oauthToken).afterProof
        #expect(0 < each && each <= stated, "\(each)")
    }

    @Test func `a changed name and the beginning of a link store no more than is stated`() async throws {
        let renamed = try await measure(preparing: { try await $0.browser() }) { caller, number, browser async throws in
            let more = ["Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"]
            let response = try await caller.client.executeRequest(
                uri: Paths.account, method: .patch, headers: Caller.fields(browser.merging(more) { $1 }),
                body: ByteBuffer(string: #"{"name":{"given":"Ann \#(number)"}}"#))
            #expect(response.status == .ok)
        }
        #expect(try 0 < renamed && renamed <= stored(.patch, Paths.account).afterProof, "\(renamed)")
        let linked = try await measure(preparing: { bearer(try await $0.signInNatively()) }) {
            caller, _, own async throws in
            caller.service.clock.advance(-29)
            let body = #"{"client":"app","links_to_session":true}"#
            #expect(try await caller.post(Paths.nativeAttempts, body, headers: own).status == .ok)
        }
        #expect(try linked <= stored(.post, Paths.nativeAttempts).afterProof, "\(linked)")
    }

    @Test func `a changed password stores no more than is stated`() async throws {
        let each = try await measure(
            policy: Self.policyWithPasswords(),
            preparing: { caller async throws in
                try await PasswordPeople.add(to: caller.service)
                let name = #""name":"\#(PasswordPeople.name)""#
                let body = #"{"client":"app",\#(name),"password":"\#(PasswordPeople.password)"}"#
                return bearer(try await caller.post(Paths.passwordSignIn, body).decoded(SessionReply.self))
            },
            { caller, number, own async throws in
                caller.service.clock.advance(-29)
                let body = #"{"password":"another good one \#(number)"}"#
                #expect(try await caller.post(Paths.accountPassword, body, headers: own).status == .noContent)
            })
        #expect(try 0 < each && each <= stored(.post, Paths.accountPassword).afterProof, "\(each)")
    }

    @Test func `a hand-off to a web view stores no more than is stated`() async throws {
        let each = try await measure(preparing: { caller in
            let app = try await caller.signInNatively()
            return ["Authorization": "Bearer \(app.accessToken)", "Token": app.refreshToken]
        }) { caller, _, app async throws in
            caller.service.clock.advance(-29)
            let body = #"{"refresh_token":"\#(app["Token"] ?? "")","page":"deletion"}"#
            let code = try await caller.post(
                Paths.sessionHandOff, body, headers: ["Authorization": app["Authorization"] ?? ""]
            ).decoded(SessionHandOffReply.self).code
            #expect(try await caller.form(Paths.webHandOff, "code=\(code)").status == .seeOther)
        }
        let stated =
            try stored(.post, Paths.sessionHandOff).afterProof + stored(.post, Paths.webHandOff).afterProof
        #expect(0 < each && each <= stated, "\(each)")
    }

    @Test func `a message of a backend stores no more than is stated, if it is as long as it may be`() async throws {
        var policy = SignInPolicy()
        policy.mail.isOpenToBackends = true
        policy.mail.dailyBudget = 1_000
        let text = String(repeating: String(repeating: "x", count: 998) + "\\n", count: 16)
        let each = try await measure(
            policy: policy,
            preparing: { caller async throws in
                let account = try await caller.signInNatively().account.id
                return try await key(caller.service, .mailSend).merging(["Account": account]) { $1 }
            },
            { caller, number, prepared async throws in
                let account = try #require(prepared["Account"])
                let members = #""account":"\#(account)","idempotency_key":"\#(number)","subject":"s","text":"\#(text)""#
                let response = try await caller.post(Paths.mailMessages, "{\(members)}", headers: prepared)
                #expect(response.status == .accepted)
            })
        #expect(try 0 < each && each <= stored(.post, Paths.mailMessages).afterProof, "\(each)")
    }

    @Test func `Apple's notifications and a backend's requests store no more than is stated`() async throws {
        let notified = try await measure(preparing: { caller in
            _ = try await caller.signInNatively()
            return [:]
        }) { caller, number, _ async throws in
            let kind = number.isMultiple(of: 2) ? "email-disabled" : "email-enabled"
            let payload = try caller.service.apple.notification(kind, id: "n\(number)")
            let response = try await caller.post(Paths.appleNotifications, #"{"payload":"\#(payload)"}"#)
            #expect(response.status == .ok)
        }
        #expect(try 0 < notified && notified <= stored(.post, Paths.appleNotifications).afterProof, "\(notified)")
        let tickets = try await measure(preparing: { try await key($0.service, .link) }) {
            caller, number, own async throws in
            let label = String(repeating: "l", count: 60)
            let body = #"{"external_id":"user-\#(number)","label":"\#(label)"}"#
            #expect(try await caller.post(Paths.linkTickets, body, headers: own).status == .ok)
        }
        #expect(try 0 < tickets && tickets <= stored(.post, Paths.linkTickets).afterProof, "\(tickets)")
        let decided = try await measure(preparing: { caller in
            let account = try await caller.signInNatively().account.id
            return try await key(caller.service, .accountsWrite).merging(["Account": account]) { $1 }
        }) { caller, number, prepared async throws in
            let path = number.isMultiple(of: 2) ? Paths.backendDisable : Paths.backendEnable
            let account = try #require(prepared["Account"])
            let body = #"{"account":"\#(account)"}"#
            #expect(try await caller.post(path, body, headers: prepared).status == .noContent)
        }
        #expect(try 0 < decided && decided <= stored(.post, Paths.backendDisable).afterProof, "\(decided)")
    }
}
