import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

/// Compares `TransferMatch` with a table, for every combination.
@Suite struct TransferMatchTests {
    /// The columns: the account of the identity under the recipient, the same under the giver, what the transfer
    /// identifier leads to, whether the app has moved, whether the person can be asked. The first row that fits decides.
    private static let table = """
        | closed  | *       | *       | *   | *   | refused: closed           |
        | missing | *       | *       | *   | *   | refused: missing          |
        | open    | *       | another | *   | *   | own, offer a merge        |
        | open    | *       | *       | *   | *   | enter for the recipient   |
        | nobody  | closed  | *       | *   | *   | refused: closed           |
        | nobody  | missing | *       | *   | *   | refused: missing          |
        | nobody  | open    | none    | *   | *   | enter for the giver       |
        | nobody  | open    | another | *   | *   | own, offer a merge        |
        | nobody  | open    | *       | *   | *   | move the own account      |
        | nobody  | nobody  | same    | *   | *   | move the entry's account  |
        | nobody  | nobody  | another | *   | *   | move the entry's account  |
        | nobody  | nobody  | waiting | *   | *   | move the entry's account  |
        | nobody  | nobody  | closed  | *   | *   | refused: closed           |
        | nobody  | nobody  | missing | *   | *   | refused: missing          |
        | nobody  | nobody  | unknown | *   | yes | ask                       |
        | nobody  | nobody  | unknown | *   | no  | unmatched                 |
        | nobody  | nobody  | none    | no  | *   | new person of the giver   |
        | nobody  | nobody  | none    | yes | *   | new person of the recipient |
        | nobody  | nobody  | later   | *   | *   | new person of the recipient |
        """

    private static let accounts = ["nobody", "open", "closed", "missing"]
    /// "Later" is no identifier in a token from after the move.
    private static let claims = ["none", "later", "unknown", "same", "another", "waiting", "closed", "missing"]

    /// The states in which the app has moved, as far as the service knows.
    private static let moved: Set<TransferState> = [.moved, .importing, .settled, .closed, .expired]

    private struct Combination {
        let recipients: String
        let givers: String
        let claim: String
        let state: TransferState
        let canAsk: Bool

        var words: [String] {
            [recipients, givers, claim, TransferMatchTests.moved.contains(state) ? "yes" : "no", canAsk ? "yes" : "no"]
        }

        static let all: [Combination] = TransferMatchTests.accounts.flatMap { recipients in
            TransferMatchTests.accounts.flatMap { givers in
                TransferMatchTests.claims.flatMap { claim in
                    TransferState.allCases.flatMap { state in
                        [true, false].map { canAsk in
                            Combination(
                                recipients: recipients, givers: givers, claim: claim, state: state, canAsk: canAsk)
                        }
                    }
                }
            }
        }
    }

    private static let rows = table.split(separator: "\n").map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func fits(_ row: [String], _ combination: Combination) -> Bool {
        zip(row.dropLast(), combination.words).allSatisfy { $0 == "*" || $0 == $1 }
    }

    private static func account(_ byte: UInt8) throws -> Account {
        Account(
            id: try #require(AccountID(bytes: Array(repeating: byte, count: 16))), givenName: nil, familyName: nil,
            email: "same@example.com", isEmailVerified: true, isPrivateEmail: false,
            createdAt: Date(timeIntervalSince1970: 1_790_000_000), disabledAt: nil)
    }

    private static func state(_ word: String) throws -> AccountMatch.AccountState? {
        switch word {
        case "open", "same": .open(try account(1))
        case "another": .open(try account(2))
        case "closed": .disabled(.operatorDecision)
        case "missing": .missing
        default: nil
        }
    }

    private static func claim(_ word: String) throws -> TransferMatch.Claim {
        switch word {
        case "none": .none
        case "later": .noneAfterMove
        case "unknown": .unknown
        case "waiting": .waiting(try account(1))
        default: .known(try #require(try state(word)))
        }
    }

    private static func decide(_ combination: Combination) throws -> String {
        let match = TransferMatch.decide(
            recipients: try state(combination.recipients), givers: try state(combination.givers),
            claim: try claim(combination.claim), state: combination.state, canAsk: combination.canAsk)
        let own = try account(1)
        let entry = try account(combination.claim == "another" ? 2 : 1)
        switch match {
        case .enter(let account, let side):
            #expect(account == own)
            return side == .recipient ? "enter for the recipient" : "enter for the giver"
        case .move(let account):
            guard combination.givers == "nobody" else {
                #expect(account == own)
                return "move the own account"
            }
            #expect(account == entry)
            return "move the entry's account"
        case .conflict(let first, let second):
            #expect(first == own && second == entry)
            return "own, offer a merge"
        case .ask: return "ask"
        case .unmatched: return "unmatched"
        case .new(let side): return side == .recipient ? "new person of the recipient" : "new person of the giver"
        case .refused(.disabled(let reason)):
            #expect(reason == .operatorDecision)
            return "refused: closed"
        case .refused(.missing): return "refused: missing"
        case .refused(let refusal): return "refused: \(refusal)"
        }
    }

    @Test func `decides as the table says, for every combination`() throws {
        #expect(Combination.all.count == 2_304)
        var used: Set<Int> = []
        for combination in Combination.all {
            let index = try #require(Self.rows.firstIndex { Self.fits($0, combination) })
            used.insert(index)
            #expect(try Self.decide(combination) == Self.rows[index].last, "\(combination.words) \(combination.state)")
        }
        // An unused row could be wrong without failing the test.
        #expect(used.count == Self.rows.count && Self.rows.count == 19)
    }

    @Test func `makes no account for anybody whom Apple calls transferred`() throws {
        for combination in Combination.all where !["none", "later"].contains(combination.claim) {
            #expect(try !Self.decide(combination).hasPrefix("new person"), "\(combination.words)")
        }
    }

    @Test func `leads a person to the same account, whether the claim or the import came first`() throws {
        let account = try Self.account(1)
        let before = TransferMatch.decide(
            recipients: nil, givers: .open(account), claim: .none, state: .ready, canAsk: true)
        let byClaim = TransferMatch.decide(
            recipients: nil, givers: nil, claim: .known(.open(account)), state: .moved, canAsk: false)
        let byImport = TransferMatch.decide(
            recipients: .open(account), givers: nil, claim: .none, state: .expired, canAsk: false)
        #expect(before == .enter(account, .giver))
        #expect(byClaim == .move(to: account))
        #expect(byImport == .enter(account, .recipient))
    }

    @Test func `moves by the first claim, and never back`() {
        for state in TransferState.allCases {
            switch state {
            case .planned, .exporting, .ready, .canceled: #expect(state.afterClaim == .moved)
            default: #expect(state.afterClaim == state)
            }
            #expect(state.side == .giver || state.afterClaim.side == .recipient)
        }
    }
}
