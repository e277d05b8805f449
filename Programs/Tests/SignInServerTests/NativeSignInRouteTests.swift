import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct NativeSignInRouteTests {
    @Test func `signs somebody in and shows the account`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively(name: "Ann")
            #expect(reply.tokenType == "Bearer")
            #expect(reply.expiresIn == 300)
            #expect(reply.account.name == PersonName(given: "Ann", family: nil))
            #expect(reply.account.email == "ann.canary@example.com")
            #expect(!reply.account.isPrivateEmail)
            let account = try await caller.get(Paths.account, headers: ["Authorization": "Bearer " + reply.accessToken])
            #expect(account.status == .ok)
            #expect(try account.decoded(AccountReply.self) == reply.account)
            #expect(account.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `the same person gets the same account`() async throws {
        try await TestService().run { caller in
            let first = try await caller.signInNatively(name: "Ann")
            let second = try await caller.signInNatively()
            #expect(first.account == second.account)
            #expect(first.refreshToken != second.refreshToken)
        }
    }

    @Test func `a relay address is marked`() async throws {
        try await TestService().run { caller in
            let person = Person(email: "x@privaterelay.appleid.com", isPrivateEmail: true)
            let reply = try await caller.signInNatively(person)
            #expect(reply.account.isPrivateEmail)
            #expect(reply.account.name == nil)
        }
    }

    @Test(arguments: [("nobody", "client_unknown"), ("web", "client_wrong_kind")])
    func `refuses an attempt for a client that is not a native one`(client: String, code: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(Paths.nativeAttempts, #"{"client":"\#(client)"}"#)
            #expect(response.status == .badRequest)
            #expect(response.errorCode == code)
        }
    }

    @Test func `an address or a subject beside the token says nothing about who it is`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let ann = try await caller.signInNatively()
            let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let bo = Person(subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "bo@example.com")
            let (code, token) = try service.apple.authorize(
                bo, client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
            let subject = Person().subject
            let members = #""attempt":"\#(attempt.attempt)","identity_token":"\#(token)","code":"\#(code)""#
            for more in [
                #""email":"ann.canary@example.com""#, #""user":"\#(subject)""#, #""account":"\#(ann.account.id)""#,
            ] {
                let refused = try await caller.post(Paths.nativeSignIn, "{\(members),\(more)}")
                #expect(refused.errorCode == "member_unknown")
            }
            let reply = try await caller.post(Paths.nativeSignIn, "{\(members)}")
            #expect(reply.status == .ok)
            let account = try reply.decoded(SessionReply.self).account
            #expect(account.id != ann.account.id)
            #expect(account.email == "bo@example.com")
        }
    }

    @Test func `an attempt is good for one sign-in`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let (_, token) = try service.apple.authorize(client: "com.example.app", nonce: "another")
            let body = #"{"attempt":"\#(attempt.attempt)","identity_token":"\#(token)"}"#
            let mismatch = try await caller.post(Paths.nativeSignIn, body)
            #expect(mismatch.status == .unauthorized)
            #expect(mismatch.errorCode == "nonce_mismatch")
            let unknown = try await caller.post(
                Paths.nativeSignIn, #"{"attempt":"AAAA","identity_token":"\#(token)"}"#)
            #expect(unknown.status == .badRequest)
            #expect(unknown.errorCode == "attempt_unknown")
            service.clock.advance(601)
            let expired = try await caller.post(Paths.nativeSignIn, body)
            #expect(expired.status == .gone)
            #expect(expired.errorCode == "attempt_expired")
        }
    }

    @Test func `apple out of reach is a 503 that says when to come back`() async throws {
        let service = try TestService()
        service.apple.isDown = true
        try await service.run { caller in
            let response = try await caller.nativeSignIn()
            #expect(response.status == .serviceUnavailable)
            #expect(response.errorCode == "apple_unavailable")
            #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
            let health = try await caller.get(Paths.ready)
            #expect(health.status == .ok)
            #expect(health.text.contains(#""apple":"degraded""#))
        }
    }

    @Test func `a key that is new at Apple is a 503 that says when, and no outage of Apple's`() async throws {
        let service = try TestService()
        try await service.run { caller in
            #expect(try await caller.nativeSignIn().status == .ok)
            service.apple.newKey = .published
            service.clock.advance(3)
            let response = try await caller.nativeSignIn()
            #expect(response.status == .serviceUnavailable)
            #expect(response.errorCode == "apple_key_unavailable")
            #expect(response.headers[.retryAfter] == "27")
            let posted = try service.apple.notification("email-disabled", id: "n1")
            let notification = try await caller.post(Paths.appleNotifications, #"{"payload":"\#(posted)"}"#)
            #expect(notification.status == .serviceUnavailable && notification.headers[.retryAfter] == "27")
            #expect(try await caller.get(Paths.ready).text.contains(#""apple":"ok""#))
            service.clock.advance(27)
            #expect(try await caller.nativeSignIn().status == .ok)
            #expect(
                try await caller.post(Paths.appleNotifications, #"{"payload":"\#(posted)"}"#).status == .ok)
        }
    }

    @Test func `a client that Apple refuses is the operator's affair`() async throws {
        let service = try TestService()
        service.apple.fault = .status(400, body: #"{"error":"invalid_client"}"#)
        try await service.run { caller in
            let response = try await caller.nativeSignIn()
            #expect(response.status == .internalServerError)
            #expect(response.errorCode == "apple_refused_client")
            let requests = ["error refused", "error incident"].map { start in
                service.log.all.first { $0.hasPrefix(start) && $0.contains("code=apple_refused_client ") }?
                    .firstMatch(of: /request_id=([0-9a-f]{16})/)?.output.1
            }
            #expect(requests[0] != nil && requests[0] == requests[1], "both lines are about one request")
            let incident = service.log.all.first { $0.hasPrefix("error incident") } ?? ""
            #expect(incident.contains("client=app") && incident.contains("answer=invalid_client"), "\(incident)")
        }
    }
}
