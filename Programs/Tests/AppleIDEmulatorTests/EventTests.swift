import AsyncHTTPClient
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import NIOHTTP1
import Testing
import Waiting

@testable import AppleIDEmulator

/// What each action tells, in which order, and that no event gives a secret away.
@Suite struct EventTests {
    @Test func `tells every step on the pages, also a wrong one`() async throws {
        try await TestEmulator().runLive { caller in
            var browser = try await Browser(caller)
            try await browser.submit("account", [("email", "nobody@example.com")])
            try await browser.submit("account", [("person", "maya")])
            try await browser.submit("password", [("password", "wrong")])
            try await browser.submit("password", [("password", "maya-password")])
            let code = browser.shownCode
            try await browser.submit("code", [("code", "no")])
            try await browser.submit("code", [("code", code)])
            try await browser.submit("consent", [("email_choice", "hide")])
            let steps = try await caller.eventsSoFar("&types=page_step,sign_in_begun").map { event in
                let json = try event.json
                let outcome = json.bool("accepted").map { $0 ? "right" : "wrong" } ?? ""
                return "\(event.type) \(json.text("step") ?? "") \(outcome) \(json.text("person") ?? "")"
            }
            #expect(
                steps == [
                    "sign_in_begun   ", "page_step account wrong ", "page_step account right maya",
                    "page_step password wrong maya", "page_step password right maya", "page_step code wrong maya",
                    "page_step code right maya", "page_step consent right maya",
                ])
        }
    }

    @Test func `tells of a sign-in that is cancelled, in each of the three ways`() async throws {
        try await TestEmulator().runLive { caller in
            var browser = try await Browser(caller)
            try await browser.submit("cancel", [])
            _ = try await caller.approve("maya", [:], more: #","cancel":true"#)
            _ = try await caller.credential(
                #"{"person":"aiko","bundle_id":"com.example.app","confirmation":"canceled"}"#)
            let events = try await caller.eventsSoFar("&types=sign_in_cancelled").map { try $0.json }
            #expect(events.map { $0.text("person") } == [nil, "maya", "aiko"])
            #expect(events.map { $0.text("client_id") } == [TestEmulator.web, TestEmulator.web, TestEmulator.app])
        }
    }

    @Test func `tells what becomes of a code and its tokens`() async throws {
        try await TestEmulator().runLive { caller in
            let code = try await caller.code()
            let tokens = try await caller.token(["code": code]).json
            _ = try await caller.token(["code": code])
            _ = try await caller.token(["code": "c.unknown"])
            let refresh = tokens.text("refresh_token") ?? ""
            _ = try await caller.refresh(refresh)
            _ = try await caller.refresh("r.unknown")
            _ = try await caller.revoke("unknown")
            _ = try await caller.revoke(refresh)
            let events = try await caller.eventsSoFar().filter { $0.type != "request" }
            #expect(
                events.map(\.type) == [
                    "consent_given", "code_issued", "code_redeemed", "tokens_issued", "code_refused", "code_refused",
                    "tokens_refreshed", "refresh_refused", "revocation_ignored", "device_signal", "consent_ended",
                    "tokens_revoked",
                ])
            let causes = try events.compactMap { try $0.json.text("cause") }
            #expect(causes == ["code_used", "code_unknown", "refresh_token_unknown", "revoke_token_unknown"])
            #expect(try events[4].json.text("person") == "maya" && events[5].json.text("person") == nil)
            #expect(try events[1].json.bool("first") == true && events[1].json.bool("native") == false)
        }
    }

    @Test func `tells when the emulator ends tokens that nobody revoked`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.control("/switches", #"{"code_reuse_revokes":true,"sign_in_ends_older_tokens":true}"#)
            let code = try await caller.code()
            _ = try await caller.token(["code": code])
            _ = try await caller.token(["code": try await caller.code()])
            _ = try await caller.token(["code": code])
            let reasons = try await caller.eventsSoFar("&types=tokens_revoked").map { try $0.json.text("reason") }
            #expect(reasons == ["newer_sign_in", "code_reuse"])
            let switches = try await caller.eventsSoFar("&types=switch_changed").map { try $0.json.text("switch") }
            #expect(switches == ["code_reuse_revokes", "sign_in_ends_older_tokens"])
        }
    }

    @Test func `tells of each answer what the log says`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.token(["code": "c.1"], secret: "rubbish")
            let event = try #require(try await caller.eventsSoFar("&types=request").last).json
            #expect(event.text("method") == "POST" && event.text("path") == "/auth/token")
            #expect(event.double("status") == 400 && event.text("error") == "invalid_client")
            #expect(event.text("cause") == "secret_malformed" && event.text("explanation")?.isEmpty == false)
            let last = caller.emulator.server.state.events.last
            _ = try await caller.control("/log", "", method: .get)
            _ = try await caller.eventsSoFar()
            #expect(caller.emulator.server.state.events.last == last)
        }
    }

    @Test func `tells what a person does on the account page`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.signInHidingEmail()
            let call = #"{"person":"maya","client":"com.example.web""#
            for on in ["false", "false", "true"] {
                _ = try await caller.control("/account/forwarding", call + ",\"on\":\(on)}")
            }
            _ = try await caller.control("/account/stop-using", call + "}")
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"another"}"#)
            _ = try await caller.control("/account/delete", #"{"person":"maya"}"#)
            let types = "forwarding_changed,consent_ended,password_changed,account_deleted,device_signal"
            let events = try await caller.eventsSoFar("&types=\(types)")
            #expect(
                events.map(\.type) == [
                    "forwarding_changed", "forwarding_changed", "device_signal", "consent_ended", "password_changed",
                    "account_deleted",
                ])
            #expect(try events.allSatisfy { try $0.json.text("person") == "maya" })
        }
    }

    @Test func `tells the fate of each notification`() async throws {
        try await NotificationReceiver(answers: [500, 503, 200, 500]).run(try TestEmulator()) { caller, _ in
            _ = try await caller.control("/notifications/policy", #"{"retry_at":[0,60]}"#)
            let send = #"{"type":"consent-revoked","person":"maya","client":"com.example.web"}"#
            for advance in [60, 0] {
                _ = try await caller.control("/notifications", send)
                _ = try await caller.send(.get, "/_emulator/notifications?settled")
                _ = try await caller.control("/clock", "{\"advance\":\(advance)}")
                _ = try await caller.send(.get, "/_emulator/notifications?settled")
            }
            let state = caller.emulator.server.state
            let events = state.events.events(after: 0, limit: .max).events.map { $0.json(number: 0).text }
            let told = events.compactMap {
                $0.firstMatch(of: /"type":"notification_(queued|refused|failed|delivered)"/)
            }
            #expect(told.map { String($0.output.1) } == ["queued", "refused", "failed", "queued", "delivered"])
            #expect(events.contains { $0.contains(#""attempt":2,"status":503"#) })
        }
    }

    @Test func `tells what tests change`() async throws {
        try await TestEmulator().runLive { caller in
            let calls: [(path: String, body: String, types: [String])] = [
                ("/clock", #"{"freeze":true}"#, ["clock_moved"]),
                ("/switches", #"{"flags_as_text":true}"#, ["switch_changed"]),
                ("/switches", #"{"flags_as_text":true}"#, []),
                ("/waivers", #"{"checks":["secret_expired"]}"#, ["waivers_changed"]),
                ("/keys", #"{"action":"rotate"}"#, ["signing_key_changed", "signing_key_changed"]),
                ("/keys", #"{"action":"remove","kid":"SIGNING001"}"#, ["signing_key_changed"]),
                ("/keys", #"{"action":"remove","kid":"unknown"}"#, []),
                ("/teams", #"{"team_id":"NEWTEAM001","apps":["com.new.app"]}"#, ["team_added"]),
                (
                    "/services", #"{"id":"com.new.web","primary_app":"com.new.app","return_urls":[]}"#,
                    ["portal_change_saved", "portal_change_effective"]
                ),
                ("/people", #"{"key":"ada","email":"ada@example.com"}"#, ["person_added"]),
                ("/people", #"{"key":"ada","email":"ada@example.com"}"#, []),
                ("/notifications/url", #"{"team_id":"NEWTEAM001","url":null}"#, ["notification_url_changed"]),
                ("/notifications/policy", #"{"lose":1}"#, ["notification_policy_changed"]),
                ("/device/accounts", #"{"device":"ipad","person":"ada"}"#, ["device_account_changed"]),
                ("/device/accounts", #"{"device":"ipad","person":"ada"}"#, []),
                ("/device/transfers", #"{"bundle_id":"com.new.app","transferred":true}"#, ["app_transferred"]),
                ("/faults", #"{"endpoint":"keys","fault":{"kind":"status"}}"#, ["fault_set"]),
                ("/gates", #"{"open":"later"}"#, ["gate_opened"]),
                ("/snapshots", #"{"name":"one"}"#, ["snapshot_kept"]),
            ]
            for call in calls {
                let before = caller.emulator.server.state.events.last
                _ = try await caller.control(call.path, call.body)
                let events = try await caller.events("since=\(before)&wait=false").map(\.type)
                #expect(events == call.types + ["request"], "\(call.path) \(call.body)")
            }
        }
    }

    @Test func `tells when a fault fires, and when a request waits at a gate`() async throws {
        try await TestEmulator().runLive { caller in
            let gate = #"{"endpoint":"keys","fault":{"kind":"gate","gate":"slow","times":1}}"#
            _ = try await caller.control("/faults", gate)
            // over another connection, since this one will wait
            let url = "http://127.0.0.1:\(try #require(caller.port))/auth/keys"
            async let keys = HTTPClient.patient.patientAnswer(to: HTTPClientRequest(url: url))
            let events = try await caller.events("since=0&until=gate_waited")
            #expect(events.suffix(2).map(\.type) == ["fault_fired", "gate_waited"])
            _ = try await caller.control("/gates", #"{"open":"slow"}"#)
            #expect(try await keys.status.code == 200)
            _ = try await caller.control("/faults", #"{"endpoint":"keys","fault":{"kind":"status"}}"#)
            let fault = try #require(try await caller.eventsSoFar("&types=fault_set").last).json
            _ = try await caller.control("/faults?id=\(Int(fault.double("fault") ?? 0))", "", method: .delete)
            _ = try await caller.control("/faults", "", method: .delete)
            let told = try await caller.eventsSoFar("&types=gate_opened,fault_removed,faults_cleared").map(\.type)
            #expect(told == ["gate_opened", "fault_removed", "faults_cleared"])
        }
    }

    /// A whole sign-in on pages and on a device, with everything that follows.
    @Test func `gives no code, token, password, nonce or secret away`() async throws {
        try await TestEmulator().runLive { caller in
            var secrets = [
                "maya-password", "another-password", "nonce-9f3a", "state-77b1", "sesame-url", "verifier-5c5c",
            ]
            let own: [String: String?] = ["nonce": "nonce-9f3a", "state": "state-77b1"]
            _ = try await caller.control(
                "/notifications/url", #"{"team_id":"EMUTEAM001","url":"https://127.0.0.1:1/?key=sesame-url"}"#)
            var browser = try await Browser(caller, own)
            try await browser.submit("account", [("person", "maya")])
            try await browser.submit("password", [("password", "maya-password")])
            secrets.append(browser.shownCode)
            try await browser.submit("code", [("code", browser.shownCode)])
            try await browser.submit("consent", [("email_choice", "hide")])
            secrets += browser.reply.text.matches(of: /name="(?:code|id_token)" value="([^"]+)"/).map {
                String($0.output.1)
            }
            let secret = try caller.emulator.secret()
            let tokens = try await caller.token(["code": secrets.last { $0.hasPrefix("c") } ?? ""], secret: secret).json
            let credential = try await caller.credential(
                #"{"person":"maya","bundle_id":"com.example.app","nonce":"nonce-9f3a","state":"state-77b1"}"#)
            secrets += [secret, credential.text("authorization_code") ?? "", credential.text("identity_token") ?? ""]
            for name in ["access_token", "refresh_token", "id_token"] {
                secrets.append(try #require(tokens.text(name)))
            }
            _ = try await caller.refresh(tokens.text("refresh_token") ?? "")
            _ = try await caller.token(["code": "c.mistaken", "code_verifier": "verifier-5c5c"])
            _ = try await caller.control("/account/password", #"{"person":"maya","password":"another-password"}"#)
            let team = try await caller.control("/teams", #"{"team_id":"NEWTEAM001","apps":["com.new.app"]}"#).json
            secrets.append(
                try #require(team.text("private_key")?.split(separator: "\n").dropFirst().first.map(String.init)))
            _ = try await caller.control("/account/stop-using", #"{"person":"maya","client":"com.example.web"}"#)
            secrets.append("c.mistaken")
            let text = try await caller.stream("since=0&wait=false")
            let types = Set(StreamedEvent.blocks(of: text).map(\.type))
            #expect(types.isSuperset(of: ["tokens_issued", "page_step", "consent_ended", "notification_queued"]))
            #expect(secrets.count == 17 && secrets.allSatisfy { $0.count > 5 })
            for secret in secrets { #expect(!text.contains(secret), "\(secret)") }
        }
    }
}
