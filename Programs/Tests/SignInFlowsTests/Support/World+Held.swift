import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles

@testable import SignInFlows

extension SignInPolicy {
    /// A policy that holds every new person.
    static func holding(
        _ response: RealPersonPolicy.Response = .ask, question: AccountQuestionPolicy = .never
    ) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.question = question
        policy.realPersonPolicy.unsupported = response
        policy.realPersonPolicy.web = response
        return policy
    }
}

extension World {
    struct NobodyHeld: Error {}

    /// Runs a flow that holds a person, and returns what the app or browser gets.
    func held<Value>(_ flow: () async throws -> Value) async throws -> HeldPerson {
        guard case .held(let person) = try await failure(of: { try await flow() }) else { throw NobodyHeld() }
        return person
    }

    func heldSignIns() async throws -> HeldSignIns {
        HeldSignIns(environment, as: try await backend())
    }

    /// How many sessions the account has that have not ended.
    func liveSessions(of account: AccountID) async throws -> Int {
        try await read { transaction throws(StorageFailure) in
            try transaction.findSessions(of: account, before: nil, limit: 100).filter { $0.endedAt == nil }.count
        }
    }
}
