import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInFlows
@testable import SignInServer

/// A client that follows the list of ended sessions misses none, even if some are stored late or clocks change.
@Suite struct EndedSessionsTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    private func end(_ numbers: Range<Int>, secondsAgo: Double = 0) async throws {
        let now = service.clock.now
        try await service.database.transaction { transaction throws(StorageFailure) in
            for number in numbers {
                try transaction.recordSession(
                    Session(
                        id: .init(high: 1, low: UInt64(number)), accountID: .init(high: 1, low: 1), clientID: "app",
                        platform: .native, createdAt: now, authenticatedAt: now, counter: 0, renewedAt: now,
                        expiresAt: now.addingTimeInterval(86_400), endedAt: now.addingTimeInterval(-secondsAgo)))
            }
            return .keep(())
        }
    }

    private func page(_ caller: Caller, since: String? = nil) async throws -> EndedSessionsReply {
        let answer = try await caller.get(Paths.endedSessions + (since.map { "?since=" + $0 } ?? ""))
        return try answer.decoded(EndedSessionsReply.self)
    }

    @Test func `a full page says that there is more, and what is stored late comes with the next question`()
        async throws
    {
        try await end(0..<EndedSessions.pageLength, secondsAgo: 40)
        try await service.run(.live) { caller in
            let first = try await page(caller)
            #expect(first.more && first.sessions.count == EndedSessions.pageLength)
            let second = try await page(caller, since: first.next)
            #expect(!second.more && second.sessions.isEmpty)
            try await end(5_000..<5_001, secondsAgo: 50)
            let third = try await page(caller, since: second.next)
            #expect(third.sessions.map(\.session).contains(SessionID(high: 1, low: 5_000).text))
        }
    }

    @Test func `who asks for the first time learns of every session whose token can still be good`() async throws {
        try await end(0..<1, secondsAgo: 899)
        try await end(1..<2, secondsAgo: 2_000)
        try await service.run(.live) { caller in
            let first = try await page(caller)
            #expect(first.sessions.map(\.session) == [SessionID(high: 1, low: 0).text])
        }
    }

    @Test func `a clock that is set back hides nothing`() async throws {
        try await service.run(.live) { caller in
            let before = try await page(caller)
            service.clock.advance(-3_600)
            try await end(0..<1)
            #expect(try await page(caller, since: before.next).sessions.count == 1)
        }
    }
}
