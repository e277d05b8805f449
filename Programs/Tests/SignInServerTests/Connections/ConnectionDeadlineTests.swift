import HTTPConnections
import NIOCore
import Testing

/// The deadlines of a connection, as values: ten seconds for a head, fifteen for the content and for an answer that
/// nobody reads.
@Suite struct ConnectionDeadlineTests {
    private static func second(_ second: Int64) -> NIODeadline { .uptimeNanoseconds(0) + .seconds(second) }

    private static func deadlines() -> ConnectionDeadlines { ConnectionDeadlines(ConnectionTimes(), at: second(0)) }

    @Test func `a peer that sends nothing is late after ten seconds`() {
        var deadlines = Self.deadlines()
        #expect(deadlines.due(awaitsPeer: true) == Self.second(10))
        #expect(deadlines.verdict(awaitsPeer: true, at: Self.second(9)) == nil)
        #expect(deadlines.verdict(awaitsPeer: true, at: Self.second(10)) == .late)
        deadlines.restart(at: Self.second(9))
        #expect(deadlines.due(awaitsPeer: true) == Self.second(19))
        #expect(deadlines.verdict(awaitsPeer: true, at: Self.second(18)) == nil)
    }

    @Test func `while a request is answered, its peer need not send anything`() {
        let deadlines = Self.deadlines()
        #expect(deadlines.due(awaitsPeer: false) == nil)
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(600)) == nil)
    }

    @Test func `content that drips is late after fifteen seconds, whatever comes`() {
        var deadlines = Self.deadlines()
        for second in 1...15 {
            deadlines.restart(at: Self.second(Int64(second)))
            deadlines.note(contentArrives: true, at: Self.second(Int64(second)))
        }
        #expect(deadlines.due(awaitsPeer: true) == Self.second(16))
        #expect(deadlines.verdict(awaitsPeer: true, at: Self.second(15)) == nil)
        #expect(deadlines.verdict(awaitsPeer: true, at: Self.second(16)) == .late)
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(16)) == .late)
    }

    @Test func `content that has ended is not late any more, and the next has its own time`() {
        var deadlines = Self.deadlines()
        deadlines.note(contentArrives: true, at: Self.second(1))
        deadlines.note(contentArrives: false, at: Self.second(2))
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(600)) == nil)
        deadlines.note(contentArrives: true, at: Self.second(20))
        #expect(deadlines.due(awaitsPeer: false) == Self.second(35))
    }

    @Test func `an answer of which nothing is taken for fifteen seconds has stalled`() {
        var deadlines = Self.deadlines()
        deadlines.hand(at: Self.second(5))
        deadlines.hand(at: Self.second(6))
        #expect(deadlines.due(awaitsPeer: false) == Self.second(20))
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(19)) == nil)
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(20)) == .stalled)
    }

    @Test func `an answer that is taken slowly, but taken, has not stalled`() {
        var deadlines = Self.deadlines()
        for _ in 0..<3 { deadlines.hand(at: Self.second(0)) }
        for piece in 1...2 {
            let now = Self.second(Int64(14 * piece))
            #expect(deadlines.verdict(awaitsPeer: false, at: now) == nil)
            deadlines.take(at: now)
        }
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(42)) == nil)
        deadlines.take(at: Self.second(42))
        #expect(deadlines.verdict(awaitsPeer: false, at: Self.second(600)) == nil)
        #expect(deadlines.due(awaitsPeer: false) == nil)
        deadlines.hand(at: Self.second(700))
        #expect(deadlines.due(awaitsPeer: false) == Self.second(715))
    }

    @Test func `the first of several deadlines is the next one`() {
        var deadlines = Self.deadlines()
        deadlines.note(contentArrives: true, at: Self.second(1))
        deadlines.hand(at: Self.second(2))
        #expect(deadlines.due(awaitsPeer: true) == Self.second(10))
        deadlines.restart(at: Self.second(9))
        #expect(deadlines.due(awaitsPeer: true) == Self.second(16))
        deadlines.note(contentArrives: false, at: Self.second(10))
        #expect(deadlines.due(awaitsPeer: true) == Self.second(17))
    }
}
