package import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles

@testable import SignInFlows

/// A row of the decision at a sign-in while an app moves, or a race between sign-ins and the import.
enum TransferRow: CaseIterable, Sendable {
    case isImported, isBefore, isCached, isClaimed, isClosed, isGone, mayAsk, saysNo, cannotAsk, hasAnotherAccount
    case isNewBefore, isNewAfter
    case claimComesFirst, importComesFirst, bothComeAtOnce, sixtyFourComeAtOnce
}

/// Plays every row on a database, and returns what did not hold.
package func brokenTransferRows(on database: any AccountDatabase) async throws -> [String] {
    var broken: [String] = []
    for (number, row) in TransferRow.allCases.enumerated() {
        let stage = try TransferStage(database, number: number)
        do {
            try await stage.play(row)
        } catch let promise as BrokenPromise {
            broken.append("\(row): \(promise.text)")
        } catch {
            broken.append("\(row): unexpected: \(error)")
        }
    }
    return broken
}

extension TransferStage {
    func play(_ row: TransferRow) async throws {
        switch row {
        case .isImported: try await imported()
        case .isBefore: try await before()
        case .isCached: try await cached()
        case .isClaimed: try await claimed()
        case .isClosed: try await closed()
        case .isGone: try await gone()
        case .mayAsk: _ = try await asked()
        case .saysNo: try await denied()
        case .cannotAsk: try await unmatched()
        case .hasAnotherAccount: try await conflict()
        case .isNewBefore: try await newcomer(.ready, "TEAM000001")
        case .isNewAfter: try await newcomer(.moved, "TEAM000002")
        case .claimComesFirst: try await claimFirst()
        case .importComesFirst: try await importFirst()
        case .bothComeAtOnce: try await both()
        case .sixtyFourComeAtOnce: try await sixtyFour()
        }
    }

    private func require(_ holds: Bool, _ promise: String) throws {
        guard holds else { throw BrokenPromise(text: promise) }
    }

    /// Everybody has an account and a known identifier, and the app has moved.
    private func moving(_ people: [Person]) async throws -> [AccountID] {
        var accounts: [AccountID] = []
        for person in people {
            accounts.append(try await signIn(person))
            try await export(person, of: accounts[accounts.count - 1])
        }
        try await record(.ready)
        accept()
        return accounts
    }

    private func imported() async throws {
        let account = try await moving([person])[0]
        try await self.import()
        try await record(.expired)
        try require(try await signIn(moved(person)) == account, "the imported person is somebody else")
        let former = try await stored(person, "TEAM000001")
        try require(former?.movedTo == identity(moved(person), "TEAM000002"), "the former identity has not moved")
    }

    private func before() async throws {
        let account = try await signIn(person)
        try await export(person, of: account)
        try await record(.ready)
        try require(try await signIn(person) == account, "somebody else before the acceptance")
        try require(try await entry(of: person)?.state == .known, "moved before the acceptance")
    }

    /// A device may give the credential from before, after the app has moved.
    private func cached() async throws {
        let account = try await moving([person])[0]
        try await record(.moved)
        try require(try await signIn(person) == account, "the former identifier leads elsewhere")
        try require(try await entry(of: person)?.state == .known, "moved without a transfer identifier")
    }

    private func claimed() async throws {
        let (account, count) = (try await moving([person])[0], try await countAccounts())
        try require(try await signInMoved(person) == account, "the claim leads elsewhere")
        let entry = try await entry(of: person)
        try require(entry?.state == .arrived && entry?.newIdentityID != nil, "the entry was not settled")
        try require(try await countAccounts() == count, "a second account")
        let stored = try await environment.read { [id = transfer.id] records in try records.findTransfer(id) }
        try require(stored?.state == .moved && stored?.firstClaimAt != nil, "the first claim moved nothing")
    }

    private func closed() async throws {
        let id = try await moving([person])[0]
        let moment = now
        try await environment.write { records in
            guard var account = try records.findAccount(id) else { return }
            account.disabledAt = moment
            try records.recordAccount(account)
        }
        try require(try await refusal { try await signInMoved(person) } != nil, "a closed account was entered")
        try require(try await entry(of: person)?.state == .known, "a refused person moved")
    }

    private func gone() async throws {
        let account = try await moving([person])[0]
        _ = try await AccountDeletion(environment).erase(account, reason: "test")
        let count = try await countAccounts()
        try require(try await entry(of: person) == nil, "the entry outlives the account")
        let refused = try await refusal { try await signInMoved(person) }
        try require(refused == .refused(.transferUnmatched), "refused otherwise: \(String(describing: refused))")
        try require(try await countAccounts() == count, "an account came back")
    }

    private func denied() async throws {
        let question = try await asked()
        let (former, count) = (try await stored(person, "TEAM000001")?.accountID, try await countAccounts())
        let signedIn = try await AccountAnswers(environment).answerNew(question.question).signedIn
        try require(signedIn.isNewAccount && signedIn.account.id != former, "a no leads to the former account")
        try require(try await countAccounts() == count + 1, "a no does not make one account")
        try require(try await signInMoved(person) == signedIn.account.id, "somebody else at the next sign-in")
    }

    private func asked() async throws -> AccountQuestion {
        _ = try await signIn(person)
        try await record(.ready)
        accept()
        let count = try await countAccounts()
        let answer = try await answer(of: person, claim: true)
        guard case .asks(let question) = try await NativeSignIn(environment).completeOrAsk(answer) else {
            throw BrokenPromise(text: "nobody was asked")
        }
        try require(question.isAboutTransfer, "the question is not about the transfer")
        try require(try await countAccounts() == count, "a second account")
        return question
    }

    private func unmatched() async throws {
        _ = try await signIn(person)
        try await record(.ready)
        accept()
        let count = try await countAccounts()
        let refused = try await refusal { try await signInMoved(person) }
        try require(refused == .refused(.transferUnmatched), "refused otherwise: \(String(describing: refused))")
        try require(try await countAccounts() == count, "a second account")
    }

    private func conflict() async throws {
        let first = try await signIn(person)
        try await record(.moved)
        accept()
        let second = try await signIn(moved(person))
        try require(first != second, "two people are one")
        try await export(person, of: first)
        try require(try await signInMoved(person) == second, "the own account was left")
        try require(try await entry(of: person)?.state == .conflict, "nobody hears of the conflict")
        let answer = try await answer(of: person, claim: true)
        guard case .offersMerge(let signedIn, let offer) = try await NativeSignIn(environment).completeOrAsk(answer)
        else { throw BrokenPromise(text: "nobody is offered a merge") }
        try require(offer.account.id == first && signedIn.account.id == second, "the wrong account would go")
        let count = try await countAccounts()
        let session = try await SessionAuthentication(environment).authenticate(accessToken: signedIn.accessToken)
        _ = try await AccountAnswers(environment).answerMerge(offer.question.question, as: session)
        try require(try await countAccounts() == count - 1, "nothing was merged")
        try require(try await entry(of: person)?.state == .arrived, "the merge settled nobody")
        try require(try await signInMoved(person) == second, "the merged person is somebody else")
    }

    private func newcomer(_ state: TransferState, _ team: String) async throws {
        try await record(state)
        if state != .ready { accept() }
        _ = try await signIn(person)
        let found = try await stored(person, team)
        try require(found != nil, "a new person is not of \(team)")
    }

    private func claimFirst() async throws {
        let account = try await moving([person])[0]
        try require(try await signInMoved(person) == account, "the claim leads elsewhere")
        try await self.import()
        try require(try await entry(of: person)?.state == .arrived, "the import changed who arrived")
        try require(try await signIn(moved(person)) == account, "somebody else after the import")
    }

    private func importFirst() async throws {
        let account = try await moving([person])[0]
        try await self.import()
        try require(try await signInMoved(person) == account, "the claim leads elsewhere after the import")
        try require(try await entry(of: person)?.state == .exchanged, "the sign-in changed who was exchanged")
    }

    private func both() async throws {
        let (accounts, count) = (try await moving(people), try await countAccounts())
        async let importing: Void = self.import()
        let reached = try await withThrowingTaskGroup(of: (Int, AccountID).self) { group in
            for (place, person) in people.enumerated() {
                group.addTask { (place, try await signInMoved(person)) }
            }
            return try await group.reduce(into: [Int: AccountID]()) { $0[$1.0] = $1.1 }
        }
        try await importing
        for (place, person) in people.enumerated() {
            try require(reached[place] == accounts[place], "somebody is somebody else")
            let state = try await entry(of: person)?.state
            try require(state == .arrived || state == .exchanged, "somebody is lost: \(String(describing: state))")
            let new = try await stored(moved(person), "TEAM000002")
            try require(new?.accountID == accounts[place], "the new identity leads elsewhere")
        }
        try require(try await countAccounts() == count, "a second account")
    }

    private func sixtyFour() async throws {
        let (account, count) = (try await moving([person])[0], try await countAccounts())
        let reached = try await withThrowingTaskGroup(of: AccountID?.self) { group in
            for _ in 0..<64 { group.addTask { try await signInMoved(person) } }
            group.addTask {
                try await self.import()
                return nil
            }
            return try await group.reduce(into: Set<AccountID>()) { found, id in
                if let id { found.insert(id) }
            }
        }
        try require(reached == [account], "\(reached.count) accounts for one person")
        try require(try await countAccounts() == count, "a second account")
        let moves = try await environment.read { records in
            try records.findAudit(of: account, before: nil, limit: 500).count { $0.event == "identity_moved" }
        }
        try require(moves == 1, "one person moved \(moves) times")
    }

    private func refusal(_ flow: () async throws -> AccountID) async throws -> SignInError? {
        do {
            _ = try await flow()
            return nil
        } catch let error as SignInError {
            return error
        }
    }
}
