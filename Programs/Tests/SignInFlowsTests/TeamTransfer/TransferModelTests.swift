import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

/// Tries every order in which two workers, the acceptance, sign-ins, kills and restarts can follow each other for one
/// person. The decisions are the real ones; three mistakes show that the promises can be broken.
@Suite struct TransferModelTests {
    enum Variant: CaseIterable {
        case correct
        /// An entry counts as known when it is taken, before Apple has answered.
        case commitBeforeAnswer
        /// The new identity is stored in another transaction than the entry.
        case identityWithoutEntry
        /// A restart forgets that the app has moved.
        case movedIsForgotten
    }

    /// What a worker is about to do.
    enum Worker: Hashable {
        case idle
        case asking(TransferEntry.State)
        case answered(TransferEntry.State)
        /// Has stored the identity, but not the entry.
        case half
    }

    struct Model: Hashable {
        var entry = TransferEntry.State.waiting
        var hasIdentifier = false
        var isLeased = false
        var workers: [Worker] = [.idle, .idle]
        /// Whether Apple has moved the app.
        var isAccepted = false
        var hasClaimed = false
        var state = TransferState.ready
        /// The number of the account that the recipient's identity leads to. The person's own is 1.
        var account: UInt8?
        /// The team under which a new person was stored after the first claim.
        var stranger: Bool?

        var isSettled: Bool { entry == .exchanged || entry == .arrived }
    }

    /// A promise that does not hold in a model; nil if all do.
    private static func broken(_ model: Model) -> String? {
        if model.account == 2 { return "somebody has a second account" }
        if model.isSettled, model.account != 1 { return "somebody is settled without an account" }
        if model.account == 1, !model.isSettled { return "an identity is stored without its entry" }
        if model.entry == .known, !model.hasIdentifier { return "an identifier is lost" }
        if model.stranger == false { return "a new person is stored under the former team" }
        return nil
    }

    private static func account(_ number: UInt8) throws -> AccountMatch.AccountState {
        let id = try #require(AccountID(bytes: Array(repeating: number, count: 16)))
        return .open(
            Account(
                id: id, givenName: nil, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
                createdAt: Date(timeIntervalSince1970: 1_790_000_000), disabledAt: nil))
    }

    private static func successors(_ model: Model, _ variant: Variant) throws -> [Model] {
        var found: [Model] = []
        func add(_ change: (inout Model) throws -> Void) rethrows {
            var next = model
            try change(&next)
            found.append(next)
        }
        for place in model.workers.indices { found += work(model, place, variant) }
        add { $0.isLeased = false }
        add { $0.isAccepted = true }
        if variant == .movedIsForgotten { add { $0.state = .ready } }
        if model.isAccepted { try add { try signIn(&$0) } }
        if model.hasClaimed, model.stranger == nil {
            let match = TransferMatch.decide(
                recipients: nil, givers: nil, claim: .none, state: model.state, canAsk: false)
            add { $0.stranger = match == .new(.recipient) }
        }
        return found
    }

    /// The person signs in with a transfer identifier.
    private static func signIn(_ model: inout Model) throws {
        let match = TransferMatch.decide(
            recipients: try model.account.map { try account($0) }, givers: nil,
            claim: model.hasIdentifier ? .known(try account(1)) : .unknown, state: model.state, canAsk: false)
        model.hasClaimed = true
        model.state = model.state.afterClaim
        switch match {
        case .move:
            model.account = 1
            if model.entry == .known { model.entry = .arrived }
        case .new: model.account = 2
        case .enter, .conflict, .ask, .unmatched, .refused: break
        }
    }

    private static func work(_ model: Model, _ place: Int, _ variant: Variant) -> [Model] {
        var (next, killed) = (model, model)
        killed.workers[place] = .idle
        switch model.workers[place] {
        case .idle:
            let isDue = model.entry == .waiting || model.entry == .known && model.isAccepted
            guard isDue, !model.isLeased else { return [] }
            next.isLeased = true
            next.workers[place] = .asking(model.entry)
            if variant == .commitBeforeAnswer, model.entry == .waiting { next.entry = .known }
        case .asking(let state): next.workers[place] = .answered(state)
        case .answered(.waiting):
            next.workers[place] = .idle
            if model.entry == .waiting { next.entry = .known }
            if next.entry == .known { next.hasIdentifier = true }
        case .answered:
            next.workers[place] = variant == .identityWithoutEntry ? .half : .idle
            if model.entry == .known {
                next.account = 1
                if variant != .identityWithoutEntry { next.entry = .exchanged }
            }
        case .half:
            next.workers[place] = .idle
            if model.entry == .known { next.entry = .exchanged }
        }
        return [next, killed]
    }

    /// All models that can be reached, and from which of them a settled one can be.
    private static func explore(_ variant: Variant) throws -> (reached: Set<Model>, settling: Set<Model>) {
        var reached: Set<Model> = [Model()]
        var before: [Model: [Model]] = [:]
        var waiting = [Model()]
        while let model = waiting.popLast() {
            for next in try successors(model, variant) where next != model {
                before[next, default: []].append(model)
                if reached.insert(next).inserted { waiting.append(next) }
            }
        }
        var settling = reached.filter(\.isSettled)
        var open = Array(settling)
        while let model = open.popLast() {
            for earlier in before[model] ?? [] where settling.insert(earlier).inserted { open.append(earlier) }
        }
        return (reached, settling)
    }

    @Test func `in every order, one person has one account, and nobody is lost`() throws {
        let (reached, settling) = try Self.explore(.correct)
        #expect(reached.count > 100)
        #expect(Set(reached.compactMap(Self.broken)) == [])
        #expect(settling == reached)
    }

    @Test(arguments: [
        (Variant.commitBeforeAnswer, "an identifier is lost"),
        (.identityWithoutEntry, "an identity is stored without its entry"),
        (.movedIsForgotten, "a new person is stored under the former team"),
    ])
    func `a mistake breaks a promise`(variant: Variant, promise: String) throws {
        #expect(Set(try Self.explore(variant).reached.compactMap(Self.broken)).contains(promise))
    }
}
