import Testing

@testable import SignInWithApple

/// How fast the calls of a transfer follow each other, as a value.
@Suite struct TransferPaceTests {
    private static let away = AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)
    private static let refused = AppleCallFailure.refused(TokenEndpointError(code: "invalid_request"))

    @Test func `begins with two calls, and adds one after every fifty answers`() {
        var pace = TransferPace(mostAtOnce: 4)
        #expect(pace.atOnce == 2)
        for number in 1...200 {
            #expect(pace.note(nil, begunIn: 0) == nil)
            #expect(pace.atOnce == min(2 + number / 50, 4))
        }
    }

    @Test func `has at least one call at once`() {
        #expect(TransferPace(mostAtOnce: 0).atOnce == 1)
        #expect(TransferPace(mostAtOnce: 1).atOnce == 1)
    }

    @Test func `halves when Apple is away, and waits longer each time`() {
        var pace = TransferPace()
        for _ in 0..<300 { _ = pace.note(nil, begunIn: 0) }
        #expect(pace.atOnce == 8)
        var waits: [Double?] = []
        for wave in 0..<7 { waits.append(pace.note(Self.away, begunIn: wave)) }
        #expect(waits == [2, 4, 8, 16, 32, 64, 64])
        #expect(pace.atOnce == 1)
        #expect(pace.note(nil, begunIn: pace.wave) == nil)
        #expect(pace.note(Self.away, begunIn: pace.wave) == 2)
    }

    @Test func `halves once for calls that ran together`() {
        var pace = TransferPace()
        for _ in 0..<300 { _ = pace.note(nil, begunIn: 0) }
        #expect(pace.note(Self.away, begunIn: 0) == 2)
        for _ in 0..<7 { #expect(pace.note(Self.away, begunIn: 0) == 0) }
        #expect(pace.atOnce == 4 && pace.wave == 1)
    }

    @Test(arguments: [(0, 0.0), (90, 90), (100_000, 3_600)])
    func `waits as long as Apple asks, and at most an hour`(_ asked: Int, _ waited: Double) {
        var pace = TransferPace()
        #expect(pace.note(.unavailable(reason: .throttled, retryAfter: asked), begunIn: 0) == waited)
    }

    @Test func `begins the fifty answers anew after a failure`() {
        var pace = TransferPace()
        for _ in 0..<49 { _ = pace.note(nil, begunIn: 0) }
        _ = pace.note(Self.away, begunIn: 0)
        for _ in 0..<49 { _ = pace.note(nil, begunIn: 1) }
        #expect(pace.atOnce == 1)
        _ = pace.note(nil, begunIn: 1)
        #expect(pace.atOnce == 2)
    }

    @Test func `knows after twenty refusals and no answer that the people are not to blame`() {
        var pace = TransferPace()
        for _ in 0..<19 { _ = pace.note(Self.refused, begunIn: 0) }
        #expect(!pace.hasRefusedEverybody)
        _ = pace.note(Self.refused, begunIn: 0)
        #expect(pace.hasRefusedEverybody)
        var answered = TransferPace()
        _ = answered.note(nil, begunIn: 0)
        var repeated = TransferPace(refusalsBeforeStop: nil)
        for _ in 0..<100 {
            _ = answered.note(Self.refused, begunIn: 0)
            _ = repeated.note(Self.refused, begunIn: 0)
        }
        #expect(!answered.hasRefusedEverybody && !repeated.hasRefusedEverybody)
    }

    @Test func `counts neither odd answers nor calls that were not sent`() {
        var pace = TransferPace()
        let before = pace
        #expect(pace.note(.malformedReply(.replyIncomplete), begunIn: 0) == nil)
        #expect(pace.note(.notSent(.transferSubjectInvalid), begunIn: 0) == nil)
        #expect(pace == before)
    }
}
