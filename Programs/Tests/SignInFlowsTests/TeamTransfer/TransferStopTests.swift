import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Runs that end before their time, and what they leave behind.
@Suite struct TransferStopTests {
    private static let people = (0..<30).map { number in
        Person(subject: String(format: "00%04d.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0001", number))
    }

    private static func refused(_ form: [String: String]) -> TransportResponse {
        TransportResponse(status: 400, body: Array(#"{"error":"invalid_request"}"#.utf8))
    }

    private static func answered(_ form: [String: String]) -> TransportResponse {
        let text =
            form["sub"].map { #"{"transfer_sub":"transfer-\#($0)"}"# }
            ?? #"{"sub":"new-\#(form["transfer_sub"] ?? "")"}"#
        return TransportResponse(status: 200, body: Array(text.utf8))
    }

    private let world: World
    private let transfer: RegisteredTransfer

    init() throws {
        world = try World.moving()
        world.apple.migration = { Self.answered($0) }
        transfer = try world.transfer
    }

    private var operations: TransferOperations { TransferOperations(world.environment, transfer) }

    private func signIn(_ count: Int) async throws {
        for person in Self.people.prefix(count) { _ = try await world.signInNatively(person) }
    }

    private func export() async throws -> TransferTally {
        let export = TransferExport(world.environment, transfer)
        _ = try await export.collect(isDry: false)
        return try await export.fetch(limit: .max, pace: TransferPace()) { _ in }
    }

    private func entries(in state: TransferEntry.State) async throws -> [TransferEntry] {
        try await operations.missing(in: state, after: nil).map(\.entry)
    }

    @Test func `a run that is killed before Apple answers counts as no failure`() async throws {
        try await signIn(1)
        let (transfer, clock) = (transfer, world.clock)
        _ = try await TransferExport(world.environment, transfer).collect(isDry: false)
        for _ in 0..<12 {
            let now = clock.now
            let taken = try await world.environment.write { records in
                try records.takeTransferEntries(
                    of: transfer.id, in: .waiting, dueAt: now, returnsAt: now.addingTimeInterval(120), limit: 1)
            }
            #expect(taken.count == 1)
            clock.advance(121)
        }
        world.apple.migration = { _ in TransportResponse(status: 200, body: []) }
        #expect(try await export().failed == 1)
        #expect(try await entries(in: .waiting).map(\.tries) == [1])
    }

    @Test func `a run that Apple refuses as a whole on two days marks nobody`() async throws {
        try await signIn(30)
        world.apple.migration = { Self.refused($0) }
        for _ in 0..<2 {
            await #expect(throws: TransferStop.refused(code: "invalid_request")) { _ = try await export() }
            world.clock.advance(86_401)
        }
        #expect(try await entries(in: .left).isEmpty)
        #expect(try await entries(in: .waiting).allSatisfy { $0.code == nil && $0.tries == 0 })
        world.apple.migration = { Self.answered($0) }
        #expect(try await export().answered == 30)
    }

    @Test func `after the sixty days nobody is asked, and nobody counts as refused`() async throws {
        try await signIn(3)
        _ = try await export()
        world.acceptTransfer()
        #expect(try await operations.accept(at: world.clock.now) == .recorded)
        let importing = TransferImport(world.environment, transfer)
        world.clock.advance(60 * 86_400 - 1)
        let (clock, calls) = (world.clock, world.apple.exchanges.count)
        world.apple.migration = { form in
            // The sixty days end before Apple answers.
            clock.advance(1)
            return Self.refused(form)
        }
        await #expect(throws: TransferStop.over) {
            _ = try await importing.fetch(limit: .max, pace: TransferPace()) { _ in }
        }
        let asked = world.apple.exchanges.count
        #expect(asked > calls)
        clock.advance(86_400)
        await #expect(throws: TransferStop.over) {
            _ = try await importing.fetch(limit: .max, pace: TransferPace()) { _ in }
        }
        #expect(world.apple.exchanges.count == asked)
        #expect(try await entries(in: .known).allSatisfy { $0.code == nil && $0.tries == 0 })
        #expect(try await operations.standing().transfer.state == .expired)
        #expect(try await operations.accept(at: clock.now) == .recorded)
        world.apple.migration = { Self.answered($0) }
        #expect(try await importing.fetch(limit: .max, pace: TransferPace()) { _ in }.answered == 3)
    }
}
