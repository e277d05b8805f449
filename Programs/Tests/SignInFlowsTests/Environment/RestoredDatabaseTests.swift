import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct RestoredDatabaseTests {
    private let world: World
    private let restored: RestoredDatabase

    init() throws {
        world = try World()
        let clock = world.clock
        restored = RestoredDatabase(world.database, now: { clock.now })
    }

    @Test func `a database is older than what is remembered once it knows an earlier moment, or none`() async throws {
        let now = world.clock.now
        #expect(try await !restored.isOlder(than: nil))
        #expect(try await restored.isOlder(than: now))
        #expect(try await restored.noteUse(remembered: nil) == now)
        #expect(try await !restored.isOlder(than: now))
        #expect(try await restored.isOlder(than: now.addingTimeInterval(0.001)))
    }

    @Test func `a clock that is set back takes nothing back`() async throws {
        let first = try await restored.noteUse(remembered: nil)
        world.clock.advance(-3_600)
        #expect(try await restored.noteUse(remembered: first) == first)
        #expect(try await !restored.isOlder(than: first))
    }

    @Test func `nothing is noted in an older database until somebody accepts it`() async throws {
        let later = world.clock.now.addingTimeInterval(600)
        #expect(try await restored.noteUse(remembered: later) == nil)
        #expect(try await restored.isOlder(than: later))
        #expect(try await restored.accept(remembered: later, endsSessions: false) == later)
        #expect(try await !restored.isOlder(than: later))
        #expect(try await restored.restoredAt() == nil)
    }

    @Test func `no session and no attempt from before lets anybody in afterwards`() async throws {
        let before = try await world.signInNatively(.ann)
        let attempt = try await world.nativeSubmission(.ann)
        world.clock.advance(1)
        _ = try await restored.accept(remembered: nil, endsSessions: true)
        let restoredAt = try await restored.restoredAt()
        #expect(restoredAt == world.clock.now)
        let after = try World(world.surroundings, restoredAt: restoredAt)
        for work in [
            { _ = try await SessionRenewal(after.environment).renew(refreshToken: before.refreshToken) },
            { _ = try await SessionAuthentication(after.environment).authenticate(accessToken: before.accessToken) },
            {
                _ = try await SessionAuthentication(after.environment).authenticate(sessionCookie: before.sessionCookie)
            },
        ] as [() async throws -> Void] {
            #expect(try await failure(of: work) == .refused(.sessionEnded))
        }
        #expect(
            try await failure { try await NativeSignIn(after.environment).complete(attempt) }
                == .refused(.attemptUnknown))
        let again = try await after.signInNatively(.ann)
        #expect(again.account.id == before.account.id)
        let found = try await SessionAuthentication(after.environment).authenticate(accessToken: again.accessToken)
        #expect(try await SessionList(after.environment).live(of: found).map(\.id) == [again.session.id])
    }
}
