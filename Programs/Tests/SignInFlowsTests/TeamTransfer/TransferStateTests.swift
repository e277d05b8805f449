import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The states of a transfer: which decisions they allow, and who is told that the app has moved.
@Suite struct TransferStateTests {
    private static let people = (0..<3).map { number in
        Person(subject: String(format: "00%04d.cccccccccccccccccccccccccccccccc.0001", number))
    }

    private static func answered(_ form: [String: String]) -> TransportResponse {
        let text =
            form["sub"].map { #"{"transfer_sub":"transfer-\#($0)"}"# }
            ?? #"{"sub":"new-\#(form["transfer_sub"] ?? "")"}"#
        return TransportResponse(status: 200, body: Array(text.utf8))
    }

    private let world: World

    init() throws {
        world = try World.moving(policy: .telling)
        world.apple.migration = { Self.answered($0) }
    }

    private var operations: TransferOperations {
        get throws { TransferOperations(world.environment, try world.transfer) }
    }

    @Test func `decisions follow the state`() async throws {
        #expect(try await operations.close() == .notMoved)
        #expect(try await operations.cancel())
        #expect(try await !operations.cancel())
        #expect(try await operations.accept(at: world.clock.now) == .over)
        #expect(try await operations.standing().transfer.state == .canceled)
    }

    @Test func `an app that moves although its transfer was canceled keeps its people`() async throws {
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        #expect(try await operations.cancel())
        world.acceptTransfer()
        let told = try await world.told {
            let after = try await world.signInMoved(.ann)
            #expect(after.account.id == before.account.id)
        }
        #expect(told.contains(.init(.appTransferred, "sign_in")))
        let stored = try #require(try await world.storedTransfer())
        #expect(stored.state == .moved && stored.closedAt == nil)
        // New people can sign in, too: the recipient's key is used.
        #expect(try await world.signInNatively(.ben).isNewAccount)
    }

    @Test func `a transfer is expired when its sixty days are over`() async throws {
        #expect(try await operations.accept(at: world.clock.now) == .recorded)
        #expect(try await operations.standing().daysLeft == 60)
        world.clock.advance(60 * 86_400 - 1)
        #expect(try await operations.standing().transfer.state == .moved)
        #expect(try await operations.standing().daysLeft == 0)
        world.clock.advance(1)
        #expect(try await operations.standing().transfer.state == .expired)
        #expect(try await operations.standing().daysLeft == nil)
        #expect(try await operations.close() == nil)
        #expect(try await operations.standing().transfer.state == .closed)
    }

    @Test(arguments: TransferState.allCases)
    func `only a transfer that is settled or expired can be closed`(_ state: TransferState) async throws {
        try await world.record(state)
        switch state {
        case .settled, .expired:
            #expect(try await operations.close() == nil)
            let closed = try #require(try await world.storedTransfer())
            #expect(closed.state == .closed && closed.closedAt == world.clock.now)
        case .planned, .exporting, .ready:
            #expect(try await operations.close() == .notMoved)
            #expect(try await world.storedTransfer()?.state == state)
        case .moved, .importing:
            #expect(try await operations.close() == .notSettled)
            #expect(try await world.storedTransfer()?.state == state)
        case .closed, .canceled:
            #expect(try await operations.close() == .over)
            #expect(try await world.storedTransfer()?.closedAt == nil)
        }
    }

    @Test func `a transfer that is not settled is closed after Apple's sixty days, and not before`() async throws {
        #expect(try await operations.accept(at: world.clock.now) == .recorded)
        world.clock.advance(60 * 86_400 - 1)
        #expect(try await operations.close() == .notSettled)
        world.clock.advance(1)
        #expect(try await operations.close() == nil)
    }

    @Test func `the backend and the audit learn once that the app has moved, by whatever says it first`() async throws {
        world.acceptTransfer()
        let told = try await world.told {
            for _ in 0..<2 {
                let acceptance = try await operations.accept(at: world.clock.now)
                #expect(acceptance == .recorded)
            }
            let refusal = try await failure { try await world.signInMoved(.ann) }
            #expect(refusal == .refused(.transferUnmatched))
        }
        #expect(told == [.init(.appTransferred, "operator")])
        #expect(try await world.recorded(.appTransferred) == ["sale": 1])
        let event = try #require(try await world.events().first)
        for part in [#""transfer":"sale""#, #""from_team":"TEAM000001""#, #""to_team":"TEAM000002""#] {
            #expect(event.body.contains(part), "\(event.body)")
        }
        #expect(try await world.storedTransfer()?.firstClaimAt == world.clock.now)
    }

    @Test func `Apple's first answer to the recipient tells the backend, and the next ones do not`() async throws {
        for person in Self.people { _ = try await world.signInNatively(person) }
        let export = TransferExport(world.environment, try world.transfer)
        _ = try await export.collect(isDry: false)
        _ = try await export.fetch(limit: .max, pace: TransferPace()) { _ in }
        world.acceptTransfer()
        let importing = TransferImport(world.environment, try world.transfer)
        let told = try await world.told {
            let tally = try await importing.fetch(limit: .max, pace: TransferPace()) { _ in }
            #expect(tally.answered == 3)
        }
        #expect(told.filter { $0.kind == "app.transferred" } == [.init(.appTransferred, "import")])
        #expect(told.count { $0.kind == "account.linked" } == 3)
    }

    @Test(arguments: [TransferState.planned, .exporting, .ready, .canceled])
    func `Apple's first answer to the recipient says that the app has moved, however far the transfer was`(
        _ state: TransferState
    ) async throws {
        _ = try await world.signInNatively(.ann)
        try await world.record(state == .canceled ? .ready : state)
        try await world.export(.ann)
        if state == .canceled { #expect(try await operations.cancel()) }
        world.acceptTransfer()
        let importing = TransferImport(world.environment, try world.transfer)
        let told = try await world.told {
            let tally = try await importing.fetch(limit: .max, pace: TransferPace()) { _ in }
            #expect(tally.answered == 1)
        }
        #expect(told.contains(.init(.appTransferred, "import")))
        #expect(try await world.recorded(.appTransferred) == ["sale": 1])
        let stored = try #require(try await world.storedTransfer())
        #expect(stored.state == .settled && stored.closedAt == nil)
        #expect(stored.deadline == world.clock.now.addingTimeInterval(60 * 86_400))
    }

    @Test(arguments: [false, true])
    func `an acceptance that is refused, or that changes nothing, tells nobody`(_ isSettled: Bool) async throws {
        try await world.record(isSettled ? .settled : .importing)
        let expected: TransferOperations.Acceptance = isSettled ? .over : .recorded
        let told = try await world.told {
            let acceptance = try await operations.accept(at: world.clock.now)
            #expect(acceptance == expected)
        }
        #expect(told == [])
        #expect(try await world.recorded(.appTransferred).isEmpty)
    }
}
