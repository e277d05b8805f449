import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// The question of a proxy in front of an application that knows nothing about sign-in.
@Suite struct SessionCheckTests {
    private func check(_ caller: Caller, _ reply: SessionReply) async throws -> TestResponse {
        try await caller.get(Paths.sessionCheck, headers: ["Authorization": "Bearer " + reply.accessToken])
    }

    private func told(_ response: TestResponse, _ name: String) throws -> String? {
        response.headers[try #require(HTTPField.Name("X-Auth-Request-" + name))]
    }

    @Test func `names the account of a session, and says nothing else`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let response = try await check(caller, reply)
            #expect(response.status == .noContent)
            #expect(response.body.readableBytes == 0)
            #expect(try told(response, "User") == reply.account.id)
            #expect(try told(response, "Email") == reply.account.email)
            #expect(reply.account.email != nil)
            #expect(try told(response, "Preferred-Username") == nil)
            #expect(response.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `gives the backend's own ID percent-encoded`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.signInNatively()
            let (_, key) = try await ServiceCredentials(service.environment).issue(
                name: "backend", scopes: [.accountsWrite])
            let named = try await caller.post(
                Paths.backendName, #"{"account":"\#(reply.account.id)","external_id":"user:1/%2"}"#,
                headers: ["Authorization": "Bearer \(key)"])
            #expect(named.status == .ok)
            let response = try await check(caller, reply)
            #expect(try told(response, "Preferred-Username") == "user%3A1%2F%252")
        }
    }

    @Test func `an address that nobody proved is not given to applications`() async throws {
        try await TestService().run { caller in
            let managed = Person(
                subject: "001234.dddddddddddddddddddddddddddddddd.0004", email: "ada@school.example",
                isEmailVerified: false)
            let reply = try await caller.nativeSignIn(managed).decoded(SessionReply.self)
            #expect(reply.account.email == "ada@school.example")
            let response = try await check(caller, reply)
            #expect(response.status == .noContent)
            #expect(try told(response, "Email") == nil)
        }
    }

    @Test func `without a session, or with one that ended, the answer is 401`() async throws {
        try await TestService().run { caller in
            let nobody = try await caller.get(Paths.sessionCheck)
            #expect(nobody.status == .unauthorized && nobody.errorCode == "authorization_missing")
            let reply = try await caller.signInNatively()
            _ = try await caller.post(
                Paths.sessionEnd, "", type: nil, headers: ["Authorization": "Bearer " + reply.accessToken])
            let ended = try await check(caller, reply)
            #expect(ended.status == .unauthorized && ended.errorCode == "session_ended")
            #expect(try told(ended, "User") == nil)
        }
    }

    @Test func `a page with many files leaves its reader's own budget alone`() async throws {
        try await TestService(requestsPerMinute: 1).run { caller in
            let reply = try await caller.signInNatively()
            for _ in 0..<20 { #expect(try await check(caller, reply).status == .noContent) }
            #expect(try await check(caller, reply).status == .tooManyRequests)
            let account = try await caller.get(
                Paths.account, headers: ["Authorization": "Bearer " + reply.accessToken])
            #expect(account.status == .ok)
        }
    }
}
