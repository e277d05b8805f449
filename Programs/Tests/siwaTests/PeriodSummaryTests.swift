import AccountStorage
import SignInFlows
import Testing

@testable import siwa

/// The numbers of a period in sentences.
@Suite struct PeriodSummaryTests {
    private func count(
        _ event: AuditEvent, _ reason: String?, _ number: Int, on platform: Platform? = nil
    ) -> AuditCount {
        AuditCount(event: event.rawValue, platform: platform, reason: reason, count: number)
    }

    @Test func `counts by kind, outcome and platform, the most frequent first`() {
        let summary = PeriodSummary(counts: [
            count(.accountDeleted, "person", 1), count(.signedIn, "known", 5, on: .web),
            count(.signedIn, "known", 2, on: .native), count(.signedIn, "new", 3, on: .native),
            count(.passwordTried, "10", 1), count(.passwordTried, "20", 1),
        ])
        #expect(
            summary.events.map(\.text) == [
                "There were 10 sign-ins. Outcomes: known 7, new 3. Platforms: native 5, web 5.",
                "There were 2 runs of ten wrong passwords.",
                "There was 1 deleted account. Outcomes: person 1.",
            ])
        #expect(summary.events[0].count == 10)
        #expect(summary.events[0].outcomes == [.init(name: "known", count: 7), .init(name: "new", count: 3)])
        #expect(summary.refusals.isEmpty)
    }

    @Test func `counts a merge once, and names no identifier`() {
        let summary = PeriodSummary(counts: [
            count(.accountsMerged, "from:0b", 1), count(.accountsMerged, "into:0a", 1),
            count(.accountDisabled, "credential:01", 1), count(.accountDisabled, "credential:02", 1),
        ])
        #expect(
            summary.events.map(\.text) == [
                "There were 2 closed accounts. Outcomes: credential 2.",
                "There was 1 merge of two accounts. Outcomes: from 1.",
            ])
    }

    @Test func `explains the most frequent refusals, and ends of sessions that were refusals`() {
        let refusals = PeriodSummary(counts: [
            count(.signInRefused, "account_disabled", 2, on: .web), count(.signInRefused, "invented", 9),
            count(.signInRefused, "account_disabled", 1, on: .native), count(.sessionEnded, "person", 50),
            count(.sessionEnded, "refresh_token_reused", 1, on: .native),
        ]).refusals
        #expect(
            refusals.map(\.text) == [
                "9 sign-ins were refused with invented.", "3 sign-ins were refused with account_disabled.",
                "1 session was ended with refresh_token_reused.",
            ])
        #expect(refusals[0].refusal?.meaning == nil)
        #expect(refusals[1].refusal?.meaning == ErrorCode.accountDisabled.meaning)
        #expect(refusals[1].platforms == [.init(name: "web", count: 2), .init(name: "native", count: 1)])
        #expect(refusals[2].refusal?.remedy == ErrorCode.refreshTokenReused.remedy)
    }

    @Test func `names ten refusals at most`() {
        let counts = (1...12).map { count(.signInRefused, "code_\($0)", $0) }
        let refusals = PeriodSummary(counts: counts).refusals
        #expect(refusals.count == 10 && refusals[0].text == "12 sign-ins were refused with code_12.")
    }

    @Test(arguments: AuditEvent.allCases)
    func `has words for every event of the audit`(_ event: AuditEvent) throws {
        let one = try #require(PeriodSummary(counts: [count(event, nil, 1)]).events.first)
        let many = try #require(PeriodSummary(counts: [count(event, nil, 2)]).events.first)
        #expect(one.text == "There was 1 \(event.inPeriod.one)." && many.text == "There were 2 \(event.inPeriod.many).")
        #expect(one.text.dropFirst(12) != many.text.dropFirst(13))
    }

    @Test func `shows an event that it does not know as it is`() {
        let counts = [AuditCount(event: "invented", platform: .web, reason: "because", count: 2)]
        #expect(
            PeriodSummary(counts: counts).events.map(\.text) == [
                "There were 2 entries of invented. Outcomes: because 2. Platforms: web 2."
            ])
    }
}
