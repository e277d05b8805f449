import AccountStorage
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground
@testable import SignInServer

/// Whatever happens, nothing that identifies a person or grants access is logged at any level or appears in a refusal.
@Suite struct LogCanaryTests {
    /// Collects the secrets sent over the wire, and everything that the service discloses to others than their owner.
    private final class Witness {
        var secrets: [String] = []
        var said: [String] = []
        var accounts: [String] = []

        func see(_ reply: SessionReply) {
            secrets += [reply.accessToken, reply.refreshToken]
            accounts.append(reply.account.id)
        }

        /// Refusals are shown to developers and end up in their logs.
        @discardableResult
        func see(_ response: TestResponse) -> TestResponse {
            guard response.status.code >= 400 else { return response }
            let headers = response.headers.filter { $0.name != .setCookie }.map { "\($0.name): \($0.value)" }
            // A page returns the browser's own values to it in hidden fields, so that they can be sent again.
            said += headers + [response.text.replacing(/<input type="hidden"[^>]*>/, with: "")]
            return response
        }
    }

    @Test func `no token, code, name, address or cookie reaches log, metrics, refusals or audit`() async throws {
        var policy = SignInPolicy()
        policy.tellsBackend = true
        let service = try TestService(isDemo: true, policy: policy)
        let witness = try await service.run(.live) { caller in
            let witness = Witness()
            try await Self.signIns(caller, witness)
            try await Self.account(caller, witness)
            try await Self.faults(caller, witness)
            let metrics = try await caller.get(Paths.metrics)
            #expect(metrics.text.contains("siwa_sign_ins_total"))
            return Result(
                secrets: witness.secrets, said: witness.said + [metrics.text], accounts: witness.accounts)
        }
        let audit = try await Self.audit(of: witness.accounts, service)
        let events = try await EventHistory(service.environment).list(nil, limit: 1_000).map(\.body)
        let lines = service.log.all + witness.said + audit + events
        #expect(service.log.all.count > 30)
        #expect(witness.said.count > 30)
        #expect(audit.count > 8)
        #expect(!events.isEmpty)
        let planted = [
            "canary", "NameCanary", "codecanary", "querycanary", "001234.", "refresh-", "access-", "eyJ", "v1.", "s1.",
        ]
        for secret in witness.secrets + planted {
            #expect(!secret.isEmpty)
            let found = lines.filter { $0.contains(secret) }
            #expect(found.isEmpty, "\(secret.prefix(12))… in \(found.first?.prefix(200) ?? "")")
        }
    }

    private struct Result: Sendable {
        let secrets: [String]
        let said: [String]
        let accounts: [String]
    }

    /// Valid and invalid sign-ins of every kind.
    private static func signIns(_ caller: Caller, _ witness: Witness) async throws {
        let reply = try await caller.signInNatively(name: "NameCanary")
        witness.see(reply)
        let bearer = ["Authorization": "Bearer " + reply.accessToken]
        witness.see(try await caller.get(Paths.account + "?access_token=querycanary", headers: bearer))
        witness.see(try await caller.get("/querycanary?a=querycanary"))
        for token in [reply.refreshToken, reply.refreshToken + "x", "querycanary"] {
            witness.see(try await caller.post(Paths.sessionRefresh, #"{"refresh_token":"\#(token)","client":"app"}"#))
        }
        caller.service.clock.advance(60)
        // The token is used twice: the session ends and an incident is reported.
        witness.see(
            try await caller.post(Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#))
        // An unknown name of a client is shown, but no token in its place.
        witness.see(try await caller.post(Paths.nativeAttempts, #"{"client":"\#(reply.accessToken)"}"#))
        witness.see(
            try await caller.post(Paths.nativeSignIn, #"{"attempt":"querycanary","identity_token":"querycanary"}"#))
        witness.see(try await caller.post(Paths.nativeSignIn, #"{"attempt":{"querycanary":1}}"#))
        let begun = try await caller.beginInBrowser(user: #"{"name":{"firstName":"NameCanary"}}"#)
        witness.see(try await caller.form(Paths.webCallback, begun.form))
        witness.see(try await caller.form(Paths.webCallback, begun.form + "&reposted=1"))
        let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        witness.see(try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie]))
        let session = try #require(done.cookies.first { $0.name == "siwa-session" })
        _ = try await caller.get("/", headers: ["Cookie": session.name + "=" + session.value])
        witness.secrets += [session.value, begun.state] + begun.fields.map(\.value)
        witness.secrets += [begun.cookie].compactMap { $0.split(separator: "=").last.map(String.init) }
    }

    /// What a person and Apple can do with an account.
    private static func account(_ caller: Caller, _ witness: Witness) async throws {
        let reply = try await caller.signInNatively()
        let bearer = ["Authorization": "Bearer " + reply.accessToken]
        witness.see(reply)
        let json = Caller.fields(bearer.merging(["Content-Type": "application/json"]) { $1 })
        for body in [#"{"name":{"given":"NameCanary"}}"#, #"{"name":{"given":"NameCanary\u0007"}}"#] {
            witness.see(
                try await caller.client.executeRequest(
                    uri: Paths.account, method: .patch, headers: json, body: ByteBuffer(string: body)))
        }
        // The name of an unknown member is answered to whoever sent it, and is not logged.
        let unknown = try await caller.client.executeRequest(
            uri: Paths.account, method: .patch, headers: json, body: ByteBuffer(string: #"{"NameCanary":1}"#))
        #expect(unknown.status == .badRequest && unknown.text.contains("NameCanary"))
        _ = try await caller.get(Paths.sessions, headers: bearer)
        _ = try await caller.get(Paths.accountExport, headers: bearer)
        witness.see(try await caller.post(Paths.sessionEndOne, #"{"session":"querycanary"}"#, headers: bearer))
        let notification = try caller.service.apple.notification("email-disabled", id: "jti-canary")
        for payload in [notification, notification, notification + "x", "canary.canary.canary"] {
            witness.see(try await caller.post(Paths.appleNotifications, #"{"payload":"\#(payload)"}"#))
        }
        witness.secrets.append(notification)
        // Apple rejects the tokens from here on.
        caller.service.apple.fault = .status(400, body: #"{"error":"invalid_grant"}"#)
        let deleted = try await caller.client.executeRequest(
            uri: Paths.account, method: .delete, headers: json, body: nil)
        #expect(deleted.status == .ok)
        witness.see(try await caller.get(Paths.account, headers: bearer))
        await caller.service.outbox.work()
        await caller.service.housekeeping.clean()
        caller.service.apple.fault = nil
    }

    /// Apple unavailable, Apple refusing our requests, our database unavailable, our database damaged.
    private static func faults(_ caller: Caller, _ witness: Witness) async throws {
        let reply = try await caller.signInNatively(.init(subject: "001234.dddd.0004", email: "d.canary@example.com"))
        let bearer = ["Authorization": "Bearer " + reply.accessToken]
        witness.see(reply)
        for (number, refusal) in [nil, "invalid_client", "invalid_grant"].enumerated() {
            caller.service.apple.isDown = refusal == nil
            if let refusal { caller.service.apple.fault = .status(400, body: #"{"error":"\#(refusal)"}"#) }
            let person = Person(subject: "001234.cccc.000\(number)", email: "c.canary@example.com")
            let later = try await caller.beginInBrowser(person: person)
            witness.see(try await caller.form(Paths.webCallback, later.form, headers: ["Cookie": later.cookie]))
            witness.see(try await caller.nativeSignIn(person, name: "NameCanary"))
            witness.secrets.append(later.state)
            let plan = ValidationPlanner(environment: caller.service.environment, logger: caller.service.log.logger)
            caller.service.clock.advance(1)
            await plan.plan()
            await caller.service.outbox.work()
            caller.service.apple.isDown = false
        }
        let notification = try caller.service.apple.notification("consent-revoked", id: "jti-canary-2")
        for failure in [StorageFailure.unavailable, .full, .conflict, .corrupt] {
            caller.service.database.outage = failure
            witness.see(try await caller.get(Paths.account, headers: bearer))
            witness.see(
                try await caller.post(
                    Paths.sessionRefresh, #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#))
            witness.see(try await caller.post(Paths.appleNotifications, #"{"payload":"\#(notification)"}"#))
            witness.see(try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#))
            await caller.service.housekeeping.clean()
            caller.service.database.outage = nil
        }
    }

    /// Every audit entry of these accounts, with all its fields.
    private static func audit(of accounts: [String], _ service: TestService) async throws -> [String] {
        let ids = accounts.compactMap { AccountID(text: $0) }
        return try await service.database.transaction { transaction throws(StorageFailure) in
            var lines: [String] = []
            for id in Set(ids) { lines += try transaction.findAudit(of: id, before: nil, limit: 100).map { "\($0)" } }
            return .discard(lines)
        }
    }
}
