import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing
import Waiting

@testable import SignInServer

/// What a caller with nothing but an account can make the service do.
@Suite struct AccountBudgetTests {
    private func send(
        _ caller: Caller, _ method: HTTPRequest.Method, _ path: String, _ session: SessionReply, _ body: String? = nil
    ) async throws -> TestResponse {
        try await caller.client.executeRequest(
            uri: path, method: method,
            headers: [.authorization: "Bearer \(session.accessToken)", .contentType: "application/json"],
            body: body.map { ByteBuffer(string: $0) })
    }

    /// Adds entries to the audit of an account, as years of use would.
    private func plant(_ count: Int, of account: String, in service: TestService) async throws {
        let id = try #require(AccountID(text: account))
        let now = service.clock.now
        try await service.database.transaction { transaction throws(StorageFailure) in
            for number in 0..<count {
                try transaction.recordAudit(
                    AuditEntry(
                        id: AuditEntryID(high: 1, low: UInt64(number)), accountID: id, event: "name_changed",
                        reason: "person", occurredAt: now))
            }
            return .keep(())
        }
    }

    private func auditLength(of account: String, in service: TestService) async throws -> Int {
        let id = try #require(AccountID(text: account))
        return try await service.database.transaction { transaction throws(StorageFailure) in
            .discard(try transaction.findAudit(of: id, before: nil, limit: 10_000).count)
        }
    }

    @Test func `an account changes its name some twenty times an hour, whatever it sends`() async throws {
        let service = try TestService(requestsPerMinute: 120)
        try await service.run(.live) { caller in
            let session = try await caller.signInNatively()
            let before = try await auditLength(of: session.account.id, in: service)
            var accepted = 0
            for number in 0..<600 {
                service.clock.advance(0.1)
                let answer = try await send(
                    caller, .patch, Paths.account, session, #"{"name":{"given":"Ann \#(number)"}}"#)
                if answer.status == .ok { accepted += 1 } else { #expect(answer.errorCode == "rate_limited") }
            }
            #expect(accepted >= 20 && accepted < 25)
            #expect(try await auditLength(of: session.account.id, in: service) - before == accepted)
        }
    }

    @Test func `a person signs in to clients some hundreds of times an hour, however often a page asks`() async throws {
        let service = try TestService(requestsPerMinute: 12, openID: TestClients.all)
        try await service.run { caller in
            let browser = try await caller.browser()
            var accepted = 0
            for _ in 0..<60 {
                service.clock.advance(6)
                let response = try await caller.get(Caller.authorize(["prompt": "none"]), headers: browser)
                if response.answer["code"] != nil {
                    accepted += 1
                } else {
                    #expect(response.status == .tooManyRequests && response.text.contains("rate_limited"))
                    #expect(response.headers[.retryAfter] != nil)
                }
            }
            #expect((24...27).contains(accepted))
        }
    }

    @Test func `a person signs in some hundred times an hour, and others are not affected`() async throws {
        let service = try TestService(requestsPerMinute: 12)
        try await service.run { caller in
            var accepted = 0
            for _ in 0..<30 {
                service.clock.advance(6)
                let response = try await caller.nativeSignIn()
                if response.status == .ok { accepted += 1 } else { #expect(response.errorCode == "rate_limited") }
            }
            #expect((12...13).contains(accepted))
            let other = Person(subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002")
            #expect(try await caller.nativeSignIn(other).status == .ok)
        }
    }

    @Test func `a name that does not change leaves no line in the audit`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively()
            let before = try await auditLength(of: session.account.id, in: service)
            for _ in 0..<5 {
                let answer = try await send(caller, .patch, Paths.account, session, #"{"name":{"given":" Zoë "}}"#)
                #expect(answer.status == .ok && answer.text.contains("Zoë"))
            }
            #expect(try await auditLength(of: session.account.id, in: service) - before == 1)
        }
    }

    @Test func `an account is copied a few times an hour, from however many addresses`() async throws {
        let service = try TestService(requestsPerMinute: 120, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            let session = try await caller.signInNatively()
            var accepted = 0
            for number in 0..<30 {
                let headers: HTTPFields = [
                    .authorization: "Bearer \(session.accessToken)", .xForwardedFor: "192.0.2.\(number)",
                ]
                for path in [Paths.accountExport, Paths.webAccountExport] {
                    let answer = try await caller.client.executeRequest(
                        uri: path, method: .get, headers: headers, body: nil)
                    if answer.status == .ok { accepted += 1 } else { #expect(answer.status == .tooManyRequests) }
                }
            }
            #expect(accepted == 6)
            // A thief with an open session who uses up these budgets cannot stop the owner from ending sessions or
            // deleting the account.
            #expect(try await send(caller, .post, Paths.sessionEndOthers, session).status == .ok)
            #expect(try await send(caller, .delete, Paths.account, session).status == .ok)
        }
    }

    @Test func `one session does not use up what another session of the account needs`() async throws {
        let service = try TestService(requestsPerMinute: 30)
        try await service.run(.live) { caller in
            let thief = try await caller.signInNatively()
            var refused = 0
            for _ in 0..<60 where try await send(caller, .get, Paths.account, thief).status == .tooManyRequests {
                refused += 1
            }
            #expect(refused == 30)
            let owner = try await caller.signInNatively()
            #expect(try await send(caller, .get, Paths.sessions, owner).status == .ok)
            #expect(try await send(caller, .post, Paths.sessionEndOthers, owner).status == .ok)
        }
    }

    @Test func `every address has a budget for what is behind a session, too`() async throws {
        let service = try TestService(requestsPerMinute: 2)
        try await service.run(.live) { caller in
            var answers: [Int] = []
            for _ in 0..<20 { answers.append(try await Int(caller.get(Paths.sessions).status.code)) }
            #expect(answers.prefix(10).allSatisfy { $0 == 401 })
            #expect(answers.suffix(10).allSatisfy { $0 == 429 })
        }
    }

    @Test func `a large account is copied page by page, and whole`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively()
            try await plant(2_600, of: session.account.id, in: service)
            let id = try #require(AccountID(text: session.account.id))
            let whole = try #require(try await AccountExport.collect(id, asker: nil, in: service.environment))
            let before = service.database.count
            let copy = try await send(caller, .get, Paths.accountExport, session)
            #expect(copy.headers[.contentType] == "application/json")
            #expect(service.database.count - before > 6)
            let read = try copy.decoded(AccountExportReply.self)
            // The export adds its own audit entry, and has its own time.
            let expected = AccountExportReply(whole)
            #expect(read.audit.count == expected.audit.count + 1)
            #expect(read.audit.filter { $0.event != "exported" } == expected.audit)
            #expect(read.sessions == expected.sessions && read.identities == expected.identities)
            #expect(read.account == expected.account)
        }
    }

    @Test func `a second copy of an account has to wait for the end of the first`() async throws {
        let service = try TestService()
        try await service.run(.live) { caller in
            let session = try await caller.signInNatively()
            try await plant(12_000, of: session.account.id, in: service)
            let slow = try caller.connect()
            slow.send(
                "GET /v1/account/export HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(session.accessToken)\r\n\r\n")
            #expect(await slow.getsNews())
            let second = try await send(caller, .get, Paths.accountExport, session)
            #expect(second.status == .conflict && second.errorCode == "export_under_way")
            #expect(try await send(caller, .get, Paths.webAccountExport, session).status == .conflict)
            let other = try await caller.signInNatively(.init(subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002"))
            #expect(try await send(caller, .get, Paths.accountExport, other).status == .ok)
            slow.hangUp()
            var answer = HTTPResponse.Status.conflict
            try await until {
                answer = try await send(caller, .get, Paths.accountExport, session).status
                return answer != .conflict
            }
            #expect(answer == .ok)
        }
    }
}
