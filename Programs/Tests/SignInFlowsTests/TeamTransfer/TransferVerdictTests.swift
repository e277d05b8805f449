import AccountStorage
import Foundation
import SignInWithApple
import Testing

@testable import SignInFlows

/// What a failure about one person means for their entry.
@Suite struct TransferVerdictTests {
    private static let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func after(_ code: String, _ change: (inout TransferEntry) -> Void = { _ in }) -> TransferEntry {
        var entry = TransferEntry(
            transferID: .init(high: 1, low: 1), identityID: .init(high: 1, low: 2), accountID: .init(high: 1, low: 3),
            dueAt: Self.now)
        change(&entry)
        return TransferVerdict.after(.refused(TokenEndpointError(code: code)), entry, at: Self.now)
    }

    @Test func `a refused person is asked about again a day later, and has left then`() {
        let first = after("invalid_request")
        #expect(first.state == .waiting && first.code == "invalid_request")
        #expect(first.dueAt == Self.now.addingTimeInterval(86_400))
        let second = after("invalid_request") { $0.code = "invalid_request" }
        #expect(second.state == .left && second.settledAt == Self.now)
    }

    @Test func `other failures wait longer each time, and end after ten`() {
        #expect(after("invalid_scope").dueAt == Self.now.addingTimeInterval(120))
        #expect(after("invalid_scope") { $0.tries = 8 }.dueAt == Self.now.addingTimeInterval(6 * 3_600))
        let last = after("invalid_scope") { $0.tries = 9 }
        #expect(last.state == .failed && last.settledAt == nil)
    }
}
