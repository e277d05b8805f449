import AccountStorage
import Foundation
import StorageSupport
import Testing
import Waiting

@testable import AccountStoragePostgreSQL

/// How often a transaction waits for the server, once its statements are prepared.
@Suite(.needsServer, .timeLimit(.minutes(10))) struct `The round trips of a transaction` {
    private let schema: FreshSchema

    init() throws {
        schema = try FreshSchema()
        try schema.migrate()
    }

    /// Runs a transaction three times, and returns the round trips of the last time.
    private func count(_ make: (Int) -> WaitingTransaction<Void>) async throws -> Int {
        var options = PostgreSQLOptions()
        options.statementTimeout = Double(Patience.seconds)
        let runner = TransactionRunner(url: schema.url, options: options)
        var trips = 0
        for number in 1...3 {
            let before = runner.roundTrips
            let transaction = make(number)
            let failure: StorageFailure? = await withCheckedContinuation { continuation in
                guard transaction.wait(continuation), transaction.begin() else { return }
                runner.serve(transaction)
            }
            try transaction.answer(unless: failure)
            trips = runner.roundTrips - before
        }
        return trips
    }

    @Test func `are one for a read`() async throws {
        let trips = try await count { number in
            WaitingTransaction(reading: { records throws(StorageFailure) in
                _ = try records.findSession(SessionID(high: 1, low: UInt64(number)))
            })
        }
        #expect(trips == 1)
    }

    @Test func `are one for a refusal`() async throws {
        let trips = try await count { number in
            WaitingTransaction({ records throws(StorageFailure) in
                _ = try records.findSession(SessionID(high: 1, low: UInt64(number)))
                return .discard(())
            })
        }
        #expect(trips == 1)
    }

    @Test func `are two for a renewal`() async throws {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        let trips = try await count { number in
            WaitingTransaction({ records throws(StorageFailure) in
                let id = SessionID(high: 1, low: 1)
                if number == 1 { try records.recordSession(.began(id, at: time)) }
                guard let found = try records.findSessionAndAccount(id) else { throw .corrupt }
                // The second renewal moves the expiry to another day.
                return .keep(
                    try records.renewSession(
                        required: id, fromCounter: found.session.counter, used: 0, first: 1, at: time,
                        expiresAt: time + 86_400 * Double(number)))
            })
        }
        #expect(trips == 2)
    }

    @Test func `are three for a sign-in`() async throws {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        let trips = try await count { number in
            WaitingTransaction({ records throws(StorageFailure) in
                let (identity, low) = (IdentityID(high: 1, low: 1), UInt64(number))
                _ = try records.findPerson(identity, client: "app", group: "app")
                let attempt = SignInAttempt(
                    id: AttemptID(high: 1, low: low), kind: .native, client: "app", browserProofHash: nil,
                    returnTarget: nil, createdAt: time, expiresAt: time, state: .claimed, failures: 0)
                guard try records.recordAttempt(ifNew: attempt) else { throw .corrupt }
                try records.recordGrant(
                    AppleGrant(identityID: identity, clientID: "app", sealedRefreshToken: nil, obtainedAt: time))
                try records.recordSession(required: .began(SessionID(high: 1, low: low), at: time))
                return .keep(
                    try records.recordAudit(
                        required: AuditEntry(
                            id: AuditEntryID(high: 1, low: low), accountID: nil, event: "signed_in", occurredAt: time)))
            })
        }
        #expect(trips == 3)
    }
}

extension Session {
    fileprivate static func began(_ id: SessionID, at time: Date) -> Session {
        Session(
            id: id, accountID: AccountID(high: 1, low: 1), clientID: "app", platform: .native, createdAt: time,
            authenticatedAt: time, counter: 0, renewedAt: time, expiresAt: time + 60, endedAt: nil)
    }
}
