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

@testable import SignInServer

/// The routes with which a person manages their own account.
@Suite struct AccountRouteTests {
    private func bearer(_ reply: SessionReply) -> HTTPFields {
        [.authorization: "Bearer \(reply.accessToken)", .contentType: "application/json"]
    }

    private func send(
        _ caller: Caller, _ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields, _ body: String? = nil
    ) async throws -> TestResponse {
        try await caller.client.executeRequest(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    }

    @Test func `lists sessions, ends one and ends the others`() async throws {
        try await TestService().run { caller in
            let one = try await caller.signInNatively()
            let two = try await caller.signInNatively()
            _ = try await caller.signInNatively()
            let list = try await send(caller, .get, Paths.sessions, bearer(one))
            let sessions = try JSONDecoder().decode(SessionsReply.self, from: Data(list.body.readableBytesView))
                .sessions
            #expect(sessions.count == 3)
            #expect(sessions.count { $0.isCurrent } == 1)
            let other = try #require(sessions.first { !$0.isCurrent })
            let ended = try await send(caller, .post, Paths.sessionEndOne, bearer(one), #"{"session":"\#(other.id)"}"#)
            #expect(ended.status == .noContent)
            let unknown = try await send(caller, .post, Paths.sessionEndOne, bearer(one), #"{"session":"x"}"#)
            #expect(unknown.status == .notFound && unknown.errorCode == "session_unknown")
            let others = try await send(caller, .post, Paths.sessionEndOthers, bearer(one))
            #expect(others.text == #"{"ended":1}"#)
            #expect(try await send(caller, .get, Paths.account, bearer(two)).status == .unauthorized)
            #expect(try await send(caller, .get, Paths.account, bearer(one)).status == .ok)
        }
    }

    @Test func `tells other services which sessions ended, page by page`() async throws {
        let service = try TestService()
        try await service.run(.live) { caller in
            let reply = try await caller.signInNatively()
            _ = try await send(caller, .post, Paths.sessionEnd, bearer(reply))
            let first = try await send(caller, .get, Paths.endedSessions, [:])
            let page = try JSONDecoder().decode(EndedSessionsReply.self, from: Data(first.body.readableBytesView))
            #expect(page.sessions.count == 1)
            #expect(page.sessions.first?.endedAt == service.clock.now.millisecondsSince1970)
            let next = try await send(caller, .get, Paths.endedSessions + "?since=" + page.next, [:])
            #expect(next.text.contains(page.sessions[0].session))
            for since in ["x", "-1", "1.2", "1.zz"] {
                let refused = try await send(caller, .get, Paths.endedSessions + "?since=" + since, [:])
                #expect(refused.status == .badRequest)
            }
        }
    }

    @Test func `ends a session for the reason given, and for none that is not known`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.signInNatively()
            for body in [#"{"reason":"boredom"}"#, "{}", "nonsense"] {
                let refused = try await send(
                    caller, .post, Paths.sessionEnd, bearer(reply), body)
                #expect(refused.status == .badRequest)
            }
            let ended = try await send(
                caller, .post, Paths.sessionEnd, bearer(reply), #"{"reason":"credential_revoked"}"#)
            #expect(ended.status == .noContent)
            let asked = try await service.database.transaction { transaction throws(StorageFailure) in
                .discard(try transaction.countOutboxItems().count)
            }
            #expect(asked == 1)
            let second = try await caller.signInNatively()
            #expect(
                try await send(caller, .post, Paths.sessionEnd, bearer(second)).status == .noContent)
        }
    }

    @Test func `renames, and says what is wrong with a name`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let renamed = try await send(
                caller, .patch, Paths.account, bearer(reply), #"{"name":{"given":"Zoë","family":null}}"#)
            #expect(renamed.status == .ok)
            #expect(renamed.text.contains("Zoë"))
            let refused = try await send(
                caller, .patch, Paths.account, bearer(reply), #"{"name":{"given":"a\u0007"}}"#)
            #expect(refused.status == .badRequest && refused.errorCode == "name_invalid")
        }
    }

    @Test func `hands out a copy of everything, without secrets`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let copy = try await send(caller, .get, Paths.accountExport, bearer(reply))
            let export = try JSONDecoder().decode(AccountExportReply.self, from: Data(copy.body.readableBytesView))
            #expect(export.account.id == reply.account.id)
            #expect(export.identities.count == 1 && export.identities[0].grants.count == 1)
            #expect(export.identities[0].grants[0].isHeld)
            #expect(export.sessions.count == 1)
            #expect(export.audit.map(\.event).contains("signed_in"))
            #expect(!copy.text.contains(reply.refreshToken) && !copy.text.contains("sealed"))
        }
    }

    /// The answer to a deletion can be lost, and then the person asks again.
    @Test func `a deletion that is repeated within minutes by the session that asked for it says that it is done`()
        async throws
    {
        let service = try TestService()
        try await service.run { caller in
            let (reply, other) = (try await caller.signInNatively(), try await caller.signInNatively())
            func delete(_ session: SessionReply) async throws -> TestResponse {
                try await send(caller, .delete, Paths.account, bearer(session))
            }
            service.database.loseAnswer(after: 1)
            #expect(try await delete(reply).status == .serviceUnavailable)
            #expect(try await delete(other).errorCode == "session_ended", "this one did not ask")
            for seconds in [0.0, 299, 300] {
                service.clock.advance(seconds)
                let again = try await delete(reply)
                #expect(try again.decoded(AccountDeletionReply.self).revocation == "queued")
                _ = try await AppleOutbox(service.environment).work()
            }
            #expect(try await delete(other).status == .unauthorized, "this one did not ask")
            #expect(try await send(caller, .get, Paths.account, bearer(reply)).status == .unauthorized)
            service.clock.advance(2)
            #expect(try await delete(reply).status == .unauthorized, "ten minutes later")
        }
    }

    @Test func `a deletion that could not ask Apple says so again`() async throws {
        let service = try TestService()
        try await service.run { caller in
            service.apple.fault = .noRefreshToken
            let reply = try await caller.signInNatively()
            for _ in 0..<2 {
                let deleted = try await send(caller, .delete, Paths.account, bearer(reply))
                #expect(try deleted.decoded(AccountDeletionReply.self).revocation == "impossible")
            }
        }
    }

    @Test func `a browser that repeats its deletion sees that it is done`() async throws {
        try await TestService().run { caller in
            let browser = try await caller.browser().merging(["Sec-Fetch-Site": "same-origin"]) { $1 }
            for _ in 0..<2 {
                let page = try await caller.form(Paths.webAccountDelete, "", headers: browser)
                #expect(page.status == .ok && page.text.contains("Your account was deleted"))
            }
            let foreign = browser.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await caller.form(Paths.webAccountDelete, "", headers: foreign).status == .forbidden)
        }
    }

    @Test func `who was signed out, or whose account was closed or merged, is not told of a deletion`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.signInNatively()
            _ = try await send(caller, .post, Paths.sessionEnd, bearer(reply))
            #expect(try await send(caller, .delete, Paths.account, bearer(reply)).errorCode == "session_ended")
            let second = try await caller.signInNatively()
            let account = try #require(AccountID(text: second.account.id))
            _ = try await AccountOperations(service.environment).delete(account)
            #expect(try await send(caller, .delete, Paths.account, bearer(second)).errorCode == "session_ended")
        }
    }

    @Test func `deletes at once, once, and not for a stranger's page`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let deleted = try await send(caller, .delete, Paths.account, bearer(reply))
            let answer = try JSONDecoder().decode(AccountDeletionReply.self, from: Data(deleted.body.readableBytesView))
            #expect(answer.revocation == "queued")
            #expect(try await send(caller, .get, Paths.account, bearer(reply)).status == .unauthorized)
            let again = try await caller.signInNatively()
            #expect(again.account.id != reply.account.id)
        }
    }

    @Test func `a deletion long after the sign-in asks for another one`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.signInNatively()
            service.clock.advance(301)
            let renewed = try await send(
                caller, .post, Paths.sessionRefresh, [.contentType: "application/json"],
                #"{"refresh_token":"\#(reply.refreshToken)","client":"app"}"#)
            let tokens = try JSONDecoder().decode(SessionReply.self, from: Data(renewed.body.readableBytesView))
            #expect(try await send(caller, .get, Paths.account, bearer(tokens)).status == .ok)
            service.clock.advance(298)
            let last = try await send(
                caller, .post, Paths.sessionRefresh, [.contentType: "application/json"],
                #"{"refresh_token":"\#(tokens.refreshToken)","client":"app"}"#)
            let newest = try JSONDecoder().decode(SessionReply.self, from: Data(last.body.readableBytesView))
            service.clock.advance(10)
            let refused = try await send(caller, .delete, Paths.account, bearer(newest))
            #expect(refused.status == .forbidden && refused.errorCode == "fresh_sign_in_required")
        }
    }

    @Test func `takes Apple's notifications, and refuses what is not Apple's`() async throws {
        try await TestService().run { caller in
            let json: HTTPFields = [.contentType: "application/json"]
            let refused = try await send(caller, .post, Paths.appleNotifications, json, #"{"payload":"a.b.c"}"#)
            #expect(refused.status == .badRequest)
            #expect(refused.errorCode?.hasPrefix("notification_") == true)
            #expect(try await send(caller, .post, Paths.appleNotifications, json, "{}").status == .badRequest)
            let huge = #"{"payload":"\#(String(repeating: "a", count: 1_000_000))"}"#
            #expect(try await send(caller, .post, Paths.appleNotifications, json, huge).status == .contentTooLarge)
        }
    }

    @Test func `counts sign-ins, refusals and what waits, for the operator only`() async throws {
        try await TestService().run(.live) { caller in
            _ = try await caller.signInNatively()
            _ = try await send(caller, .get, Paths.account, [:])
            let metrics = try await send(caller, .get, Paths.metrics, [:])
            #expect(metrics.status == .ok)
            for line in [
                #"siwa_sign_ins_total{provider="apple",platform="native",new="true"} 1"#,
                #"siwa_refusals_total{code="authorization_missing"} 1"#,
                #"siwa_requests_total{route="/v1/native/sign-in",status="200"} 1"#,
                #"siwa_outbox_items{kind="revocation"} 0"#,
            ] {
                #expect(metrics.text.contains(line + "\n"))
            }
        }
        try await TestService(trustedProxies: ["127.0.0.1"]).run(.live) { caller in
            for path in [Paths.metrics, Paths.endedSessions] {
                let refused = try await send(caller, .get, path, [.xForwardedFor: "203.0.113.7"])
                #expect(refused.status == .forbidden && refused.errorCode == "address_not_allowed")
            }
        }
    }
}
