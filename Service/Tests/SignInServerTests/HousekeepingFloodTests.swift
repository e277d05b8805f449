import AccountStorage
import Foundation
import Testing

@testable import SignInServer

@Suite struct HousekeepingFloodTests {
    @Test(.timeLimit(.minutes(1)))
    func `housekeeping removes whatever the limits allow, in small transactions`() async throws {
        let service = try TestService()
        let now = service.clock.now
        try await service.database.transaction { transaction throws(StorageFailure) in
            for number in 0..<21_000 {
                try transaction.recordAttempt(
                    SignInAttempt(
                        id: AttemptID(high: 1, low: UInt64(number)), kind: .native, client: "app",
                        browserProofHash: nil, returnTarget: nil, createdAt: now, expiresAt: now, state: .open,
                        failures: 0))
            }
            return .keep(())
        }
        service.clock.advance(1)
        let before = service.database.transactions
        await service.housekeeping.clean()
        #expect(service.database.transactions - before > 42)
        let moment = service.clock.now
        let left = try await service.database.transaction { transaction throws(StorageFailure) in
            .discard(try transaction.removeExpiredAttempts(before: moment, limit: 30_000))
        }
        #expect(left == 0)
    }
}
