import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Testing

@testable import SignInFlows
@testable import siwa

/// What an operator reads about a transfer.
@Suite struct TransferTextTests {
    private static let noon = Date(timeIntervalSince1970: 1_790_000_000)

    private func standing(
        _ state: TransferState, _ counts: [TransferEntry.State: Int], deadline: Date? = nil, otherTeamTries: Int = 0
    ) -> TransferOperations.Standing {
        TransferOperations.Standing(
            transfer: AppTransfer(
                id: .init(high: 1, low: 1), issuer: "https://appleid.apple.com", fromTeam: "TEAM000001",
                toTeam: "TEAM000002", clients: ["com.example.app"], state: state, createdAt: Self.noon,
                deadline: deadline),
            counts: counts.map { TransferEntryCount(state: $0.key, count: $0.value) }, otherTeamTries: otherTeamTries,
            moment: Self.noon)
    }

    @Test func `the pace is that of the last seconds, in both forms of the status`() {
        let before = standing(.importing, [.known: 500, .exchanged: 100])
        let after = standing(.importing, [.known: 400, .exchanged: 200])
        let pace = TransferPaceSeen(from: before, to: after, after: .seconds(10))
        #expect(TransferText.words(for: pace).hasPrefix("pace         10.0 a second, about "))
        #expect(TransferText.json(after, pace).double("pace_per_minute") == 600)
        #expect(TransferText.json(after, pace).double("seconds_left") == 40)
        // New people may come faster than Apple answers.
        for before in [after, standing(.importing, [.known: 300])] {
            let pace = TransferPaceSeen(from: before, to: after, after: .seconds(10))
            #expect(TransferText.words(for: pace).hasSuffix("nobody in the last 10 s"))
            #expect(TransferText.json(after, pace).double("pace_per_minute") == 0)
            #expect(TransferText.json(after, pace).double("seconds_left") == nil)
        }
        // One look shows no pace.
        #expect(TransferText.json(after).double("pace_per_minute") == nil)
    }

    @Test(
        arguments: [
            (-5, "less than a day"), (86_399, "less than a day"), (86_400, "1 day"), (5_184_000, "60 days"),
        ] as [(Double, String)])
    func `the status says how long Apple still translates identifiers`(_ seconds: Double, _ words: String) {
        for state in [TransferState.moved, .importing] {
            let found = standing(state, [.known: 1], deadline: Self.noon + seconds)
            #expect(TransferText.page(found).contains("time left    \(words)\n"))
            #expect(TransferText.json(found).double("days_left") == Double(max(0, Int(seconds / 86_400))))
        }
        let over = standing(.settled, [.exchanged: 1], deadline: Self.noon + seconds)
        #expect(!TransferText.page(over).contains("time left") && TransferText.json(over).double("days_left") == nil)
        #expect(!TransferText.page(standing(.moved, [:])).contains("time left"))
    }

    @Test func `how often the other team's key was needed is in both forms of the status`() {
        let found = standing(.moved, [.known: 1], otherTeamTries: 7)
        #expect(TransferText.page(found).contains("other team   7"))
        #expect(TransferText.json(found).double("other_team_tries") == 7)
    }

    @Test func `who is at risk is counted in both forms of the status`() {
        let found = standing(.moved, [.waiting: 1, .known: 20, .left: 3, .failed: 4, .conflict: 5, .arrived: 60])
        #expect(TransferText.page(found).contains("at risk      13"))
        #expect(TransferText.json(found).double("at_risk") == 13)
    }

    @Test func `after the sixty days, the status names the only remedy`() {
        #expect(TransferText.page(standing(.expired, [.known: 1])).contains("transfer the app back and forth"))
        #expect(!TransferText.page(standing(.importing, [.known: 1])).contains("back and forth"))
    }

    @Test func `a run that was not the last one says how many people wait`() {
        #expect(TransferText.words(forWaiting: 0) == nil)
        #expect(TransferText.words(forWaiting: 1)?.hasPrefix("1 person still waits for Apple's answer. ") == true)
        #expect(TransferText.words(forWaiting: 50)?.hasPrefix("50 people still wait for Apple's answer. ") == true)
    }

    @Test(arguments: [
        ("invalid_request", "the other team's ID"), ("invalid_request", "Nobody of the last batch is marked"),
        ("invalid_client", "run siwa doctor"),
        ("unauthorized_client", "its sixty days are over"), ("invalid_scope", "(invalid_scope)"),
    ])
    func `a refusal that stops a run is explained`(_ code: String, _ part: String) {
        #expect(TransferText.words(for: .refused(code: code)).contains(part))
    }

    @Test func `people whose accounts may be those of others are a matter of confirmation`() {
        #expect(TransferText.words(forMatched: 1).hasPrefix("1 person of the file "))
        #expect(TransferText.words(forMatched: 2).hasPrefix("2 people of the file "))
        #expect(TransferText.words(forMatched: 2).contains("--external-ids"))
    }

    @Test func `the time of an acceptance is a time in the past, or now`() throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(try TransferAccept.moment(nil, before: now) == now)
        let before = try TransferAccept.moment("2026-09-21T14:13:19Z", before: now)
        #expect(before == now.addingTimeInterval(-1))
        for text in ["2026-09-21T14:13:21Z", "yesterday", ""] {
            #expect(throws: (any Error).self) { _ = try TransferAccept.moment(text, before: now) }
        }
    }

    @Test func `an acceptance that Apple does not confirm is refused with what to do`() {
        let early = AppleCallFailure.refused(TokenEndpointError(code: "invalid_client"))
        #expect(TransferText.words(forUnproven: early).contains("wait some minutes"))
        #expect(TransferExit.code(for: early) == ProgramExit.no)
        let away = AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)
        #expect(TransferText.words(forUnproven: away).hasSuffix("run the command again"))
        #expect(TransferExit.code(for: away) == TransferExit.unreachable)
    }

    @Test func `a transfer that is not closed says what is missing, after a code`() {
        let waiting = standing(.importing, [.waiting: 3, .known: 20, .exchanged: 100])
        let words = TransferText.words(for: .notSettled, waiting, canImport: true)
        #expect(words.hasPrefix("transfer_not_settled: "))
        #expect(words.contains("3 wait for their transfer identifier (siwa transfer export)"))
        #expect(words.contains("and 20 for their new subject (siwa transfer import)"))
        #expect(words.hasSuffix("After Apple's sixty days, it can be closed without them"))
        let early = TransferText.words(for: .notMoved, standing(.ready, [:]), canImport: true)
        #expect(early.hasPrefix("transfer_not_moved: ") && early.contains("siwa transfer cancel"))
        let over = TransferText.words(for: .over, standing(.canceled, [:]), canImport: true)
        #expect(over == "transfer_over: the transfer is canceled already")
    }

    @Test func `a transfer for which nobody waits says how it is settled`() {
        let words = TransferText.words(for: .notSettled, standing(.moved, [.arrived: 2]), canImport: true)
        #expect(words.contains("run siwa transfer import once"))
        #expect(words.hasSuffix("After Apple's sixty days, it can be closed"))
    }

    @Test(arguments: [[:], [.waiting: 1, .known: 2]] as [[TransferEntry.State: Int]])
    func `a transfer whose recipient is another company is not sent to an import`(
        _ counts: [TransferEntry.State: Int]
    ) {
        let words = TransferText.words(for: .notSettled, standing(.moved, counts), canImport: false)
        #expect(!words.contains("siwa transfer import") && words.contains("the other team fetches"))
        #expect(words.hasSuffix(counts.isEmpty ? "it can be closed" : "it can be closed without them"))
    }

    @Test func `an event about the app is listed without an account`() throws {
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        let event = AccountEvent(
            id: .init(high: 1, low: 1), accountID: .init(high: 2, low: 2), kind: "app.transferred", body: "{}",
            createdAt: now, dueAt: now)
        #expect(EventText.line(event, at: now).contains("  app.transferred  -  "))
        var other = event
        other.kind = "account.created"
        #expect(EventText.line(other, at: now).contains("  account.created  \(event.accountID.text)  "))
    }

    @Test func `a run after the sixty days fails, and says how to correct the deadline`() {
        #expect(TransferExit.code(for: .over) == ProgramExit.undecided)
        #expect(TransferText.words(for: .over).contains("siwa transfer accept --at"))
    }

    @Test func `people who come or go while the file is written make the command fail`() {
        #expect(TransferExit.code(for: .changed) == ProgramExit.undecided)
        #expect(TransferText.words(for: .changed).hasSuffix("Run the command again"))
    }

    @Test(arguments: [(30, false), (31, true)])
    func `many refusals are a warning`(_ refused: Int, isWarned: Bool) {
        var tally = TransferTally()
        (tally.asked, tally.refused) = (100, refused)
        #expect((TransferText.warning(about: tally) != nil) == isWarned)
        #expect(TransferText.warning(about: TransferTally()) == nil)
    }
}
