import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

extension SignInPolicy {
    /// A policy with closed doors.
    static func closing(
        _ close: (inout AccountDoors) -> Void, question: AccountQuestionPolicy = .never
    ) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.question = question
        close(&policy.doors)
        return policy
    }
}

extension World {
    /// Imports lines of JSON.
    func importUsers(_ lines: String...) async throws {
        let importing = UserImporting(environment)
        let batch = lines.enumerated().map { ImportLine(number: $0 + 1, bytes: Array($1.utf8)) }
        let before = importing.begin(UserImportID(high: 7, low: 7))
        let results = try await importing.work(on: batch, of: before, upTo: 1, isLast: true).outcomes.map(\.result)
        #expect(results.allSatisfy { $0 == .made })
    }

    /// Sends the queued requests to Apple until none is due.
    func workOutbox() async throws {
        while try await AppleOutbox(environment).work() > 0 {}
    }

    /// How often an event was recorded with each reason, for anybody.
    func recorded(_ event: AuditEvent) async throws -> [String: Int] {
        let now = clock.now
        let counts = try await read { transaction throws(StorageFailure) in
            try transaction.countAudit(from: now.addingTimeInterval(-86_400), to: now.addingTimeInterval(1))
        }
        return Dictionary(
            counts.filter { $0.event == event.rawValue }.map { ($0.reason ?? "", $0.count) }, uniquingKeysWith: +)
    }

    /// The queued requests to Apple about a person.
    func queued(_ person: Person) async throws -> [OutboxItem] {
        let id = identity(of: person)
        return try await read { transaction throws(StorageFailure) in try transaction.findOutboxItems(ofIdentity: id) }
    }

    /// Whether the service has nothing of a person: no account, no grant and no replaced grant.
    func hasNothing(of person: Person) async throws -> Bool {
        let grants = try await replacedGrants(of: person).count
        let id = identity(of: person)
        let held = try await read { transaction throws(StorageFailure) in try transaction.findGrants(of: id).count }
        return try await account(of: person) == nil && grants + held == 0
    }
}
