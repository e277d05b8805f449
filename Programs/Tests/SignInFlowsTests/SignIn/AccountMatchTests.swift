import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

/// Compares `AccountMatch` with the table in `Documentation/existing-users.md`, for every combination.
@Suite struct AccountMatchTests {
    /// One combination, in the words of the table.
    struct Combination: Sendable, CustomTestStringConvertible {
        let words: [String]

        var testDescription: String { words.joined(separator: ", ") }

        static let columns: [[String]] = [
            ["on", "off"], ["nobody", "open", "open and named", "closed", "missing"], ["sign in", "link"],
            ["not made yet", "the same", "another", "another and named", "closed", "missing"],
            ["nobody", "a ticket", "a session"], ["yes", "no"], ["everybody", "known", "invited"],
            ["accepted", "refused"],
        ]

        static let all: [Combination] = columns.reduce([[]]) { prefixes, choices in
            prefixes.flatMap { prefix in choices.map { prefix + [$0] } }
        }.map { Combination(words: $0) }
    }

    /// One row of the table: the words that match each column, and the decision.
    struct Row {
        let fits: [[String]]
        let decision: String

        func matches(_ combination: Combination) -> Bool {
            zip(fits, combination.words).allSatisfy { $0 == ["*"] || $0.contains($1) }
        }
    }

    private static func rows() throws -> [Row] {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "Documentation/existing-users.md"), encoding: .utf8)
        return page.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 10, Int(cells[0]) != nil else { return nil }
            return Row(fits: cells[1...8].map { $0.components(separatedBy: ", ") }, decision: cells[9])
        }
    }

    private static func account(_ byte: UInt8, named externalID: String? = nil) throws -> Account {
        Account(
            id: try #require(AccountID(bytes: Array(repeating: byte, count: 16))), givenName: nil, familyName: nil,
            email: "same@example.com", isEmailVerified: true, isPrivateEmail: false,
            createdAt: Date(timeIntervalSince1970: 1_790_000_000), disabledAt: nil, externalID: externalID)
    }

    private static func own(_ word: String) throws -> AccountMatch.AccountState? {
        switch word {
        case "open": .open(try account(1))
        case "open and named": .open(try account(1, named: "user-1"))
        case "closed": .disabled(.operatorDecision)
        case "missing": .missing
        default: nil
        }
    }

    private static func target(_ word: String, own: String) throws -> AccountMatch.AccountState? {
        switch word {
        case "the same": .open(try account(1, named: own == "open and named" ? "user-1" : nil))
        case "another": .open(try account(2))
        case "another and named": .open(try account(2, named: "user-2"))
        case "closed": .disabled(.operatorDecision)
        case "missing": .missing
        default: nil
        }
    }

    private static func proof(_ word: String) -> AccountMatch.Proof {
        switch word {
        case "a ticket": .ticket
        case "a session": .session
        default: .none
        }
    }

    /// Each person hides the address, which a service accepts or refuses.
    private static func doors(_ words: [String]) throws -> AccountDoors {
        var doors = AccountDoors()
        doors.newAccounts = try #require(AccountDoors.NewAccounts(rawValue: words[6]))
        doors.hiddenAddresses = words[7] == "refused" ? .refuse : .allow
        return doors
    }

    private static func decide(_ combination: Combination) throws -> String {
        let words = combination.words
        let aim: AccountMatch.Aim =
            words[2] == "sign in"
            ? .signIn : .link(to: try target(words[3], own: words[1]), proof(words[4]))
        let match = AccountMatch.decide(
            isProviderOn: words[0] == "on", own: try own(words[1]), aim: aim, asksFirst: words[5] == "yes",
            doors: try doors(words), isAddressHidden: true)
        return try name(match, combination)
    }

    private static func name(_ match: AccountMatch, _ combination: Combination) throws -> String {
        switch match {
        case .enter(.known(let account)):
            #expect(account.id == (try Self.account(1)).id)
            return "this account"
        case .enter(.adopt(let account)):
            #expect(account.id == (try Self.account(1)).id)
            return "this account, named"
        case .enter(.link(let account)):
            #expect(account.id == (try Self.account(combination.words[3] == "the same" ? 1 : 2)).id)
            return "link to it"
        case .ask(.merge(let account)):
            #expect(account.id == (try Self.account(1)).id)
            return "ask whether to merge"
        case .enter(.new): return "new account"
        case .ask(.unknown): return "ask first"
        case .refused(.proofNeeded): return "link needs proof"
        case .refused(let refusal): return "refused: \(refusal.error.code)"
        }
    }

    @Test func `the table has every decision, and a row for every combination`() throws {
        let rows = try Self.rows()
        #expect(rows.count == 22)
        #expect(Combination.all.count == 4_320)
        #expect(Combination.all.allSatisfy { combination in rows.contains { $0.matches(combination) } })
        #expect(Set(rows.map(\.decision)).count == 14)
    }

    @Test func `decides as the table says, for every combination`() throws {
        let rows = try Self.rows()
        var used: Set<Int> = []
        for combination in Combination.all {
            let index = try #require(rows.firstIndex { $0.matches(combination) })
            used.insert(index)
            #expect(try Self.decide(combination) == rows[index].decision, "\(combination.testDescription)")
        }
        // An unused row could be wrong without failing the test.
        #expect(used.count == rows.count)
    }

    @Test func `a person is put only where their identity leads, whatever their address`() throws {
        let reason = DisabledReason.held
        let held = AccountMatch.decide(
            isProviderOn: true, own: .disabled(reason), aim: .signIn, asksFirst: false, doors: AccountDoors(),
            isAddressHidden: false)
        #expect(held == .refused(.disabled(.held)))
        #expect(AccountMatch.Refusal.disabled(.held).error == .refused(.accountHeld))
    }

    @Test(arguments: AccountDoors.HiddenAddresses.allCases)
    func `a shared address closes no door`(_ hiddenAddresses: AccountDoors.HiddenAddresses) {
        var doors = AccountDoors()
        doors.hiddenAddresses = hiddenAddresses
        let match = AccountMatch.decide(
            isProviderOn: true, own: nil, aim: .signIn, asksFirst: false, doors: doors, isAddressHidden: false)
        #expect(match == .enter(.new))
    }

    @Test(
        arguments: [
            (false, true, 1, true, "fresh_sign_in_required"), (true, false, 1, true, "identity_unknown"),
            (true, true, 0, false, "last_way_in"), (true, true, 1, false, "allowed"), (true, true, 0, true, "allowed"),
            (false, false, 0, false, "fresh_sign_in_required"),
        ])
    func `a way in is given up only where another is left`(
        _ isFresh: Bool, _ isOwn: Bool, _ others: Int, _ hasExternalID: Bool, _ expected: String
    ) {
        let decision = UnlinkDecision.decide(
            isFresh: isFresh, isOwn: isOwn, others: others, hasExternalID: hasExternalID)
        let name =
            switch decision {
            case .allowed: "allowed"
            case .refused(let code): code.name
            }
        #expect(name == expected)
    }

    @Test(
        arguments: [
            (.never, true, false), (.never, false, false), (.hiddenAddress, true, true), (.hiddenAddress, false, false),
            (.always, true, true), (.always, false, true),
        ] as [(AccountQuestionPolicy, Bool, Bool)])
    func `asks whom the policy names`(_ policy: AccountQuestionPolicy, _ isHidden: Bool, _ expected: Bool) {
        #expect(policy.asks(isAddressHidden: isHidden) == expected)
    }
}
