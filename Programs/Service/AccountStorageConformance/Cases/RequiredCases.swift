internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let requiredChanges: [ConformanceCase] = [
        ConformanceCase("required changes are seen by their transaction, and kept with it") { database in
            var expected = Session.sample()
            (expected.counter, expected.usedCounter, expected.firstCounter) = (1, 0, 1)
            (expected.renewedAt, expected.expiresAt) = (noon(plus: 5), noon(plus: 90_000))
            let seen = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(required: .sample())
                try records.renewSession(
                    required: .numbered(1), fromCounter: 0, used: 0, first: 1, at: noon(plus: 5),
                    expiresAt: noon(plus: 90_000))
                let seen = try records.findSession(.numbered(1))
                try records.recordAudit(required: .sample())
                return seen
            }
            let (found, lines) = try await database.read { records throws(StorageFailure) in
                (
                    try records.findSession(.numbered(1)),
                    try records.findAudit(of: .numbered(1), before: nil, limit: 9)
                )
            }
            try expect(seen, is: expected, "the session that the transaction saw")
            try expect(found, is: expected, "the session")
            try expect(lines, is: [.sample()], "the lines")
        },
        ConformanceCase("a transaction whose required change conflicts keeps nothing") { database in
            try await database.recordWhatIsTaken()
            for change in RequiredChange.allCases {
                try await expect(.conflict, "\(change) first") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        try change.apply(in: records)
                        try records.recordAccount(.sample(5))
                    }
                }
                try await expect(.conflict, "\(change) last") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        try records.recordAccount(.sample(5))
                        try change.apply(in: records)
                    }
                }
                try await database.expectNoAccount(after: change)
            }
        },
        ConformanceCase("a transaction whose required change conflicts fails whatever its body does") { database in
            try await database.recordWhatIsTaken()
            for change in RequiredChange.allCases {
                try await expect(.conflict, "\(change), caught") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        do throws(StorageFailure) { try change.apply(in: records) } catch {}
                        do throws(StorageFailure) { try records.recordAccount(.sample(5)) } catch {}
                    }
                }
                try await expect(.conflict, "\(change), discarded") { () async throws(StorageFailure) in
                    _ = try await database.transaction { records throws(StorageFailure) -> Outcome<Bool> in
                        do throws(StorageFailure) { try change.apply(in: records) } catch {}
                        return .discard(true)
                    }
                }
                try await database.expectNoAccount(after: change)
            }
        },
        ConformanceCase("of fifty who require one session at once, one keeps its work") { database in
            let winners = try await race { number -> Int? in
                do throws(StorageFailure) {
                    try await database.keep { records throws(StorageFailure) in
                        try records.recordAccount(.sample(number))
                        try records.recordSession(required: .sample())
                    }
                    return number
                } catch {
                    guard error == .conflict else { throw error }
                    return nil
                }
            }.compactMap { $0 }
            let there = try await database.read { records throws(StorageFailure) in
                try numbers(0..<50) { number throws(StorageFailure) in
                    try records.findAccount(.numbered(number)) != nil
                }
            }
            try expect(winners.count, is: 1, "winners")
            try expect(there, is: winners, "the accounts")
        },
    ]
}

/// A required change that cannot be made.
private enum RequiredChange: CaseIterable {
    case session, audit, renewal

    func apply(in records: any AccountTransaction) throws(StorageFailure) {
        switch self {
        case .session: try records.recordSession(required: .sample())
        case .audit: try records.recordAudit(required: .sample())
        case .renewal:
            try records.renewSession(
                required: .numbered(1), fromCounter: 7, used: 7, first: 8, at: noon, expiresAt: noon(plus: 90_000))
        }
    }
}

extension AccountDatabase {
    /// Records a session and a line of the audit, both with the number 1.
    fileprivate func recordWhatIsTaken() async throws(StorageFailure) {
        try await keep { records throws(StorageFailure) in
            try records.recordSession(.sample())
            try records.recordAudit(.sample())
        }
    }

    /// Throws if an account was kept.
    fileprivate func expectNoAccount(after change: RequiredChange) async throws {
        let found = try await read { records throws(StorageFailure) in try records.findAccount(.numbered(5)) }
        try expect(found, is: nil, "the account beside \(change)")
    }
}

extension AuditEntry {
    fileprivate static func sample() -> AuditEntry {
        AuditEntry(id: .numbered(1), accountID: .numbered(1), event: "signed_in", occurredAt: noon)
    }
}
