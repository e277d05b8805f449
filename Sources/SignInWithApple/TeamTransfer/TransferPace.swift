#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How many calls of a transfer run at once. It is a value, so that several batches continue at the pace of the last.
///
/// Apple publishes no limit for these calls (TN3159). The pace begins with two at a time, adds one after every fifty
/// answers, and halves when Apple fails, does not answer or asks to wait. Then nothing begins for as long as Apple asks,
/// or for seconds that double from failure to failure.
public struct TransferPace: Sendable, Equatable {
    private static let answersBeforeNext = 50
    private static let longestWait: TimeInterval = 3_600
    /// The pauses before the last of them make three minutes.
    private static let failuresBeforeStop = 8

    /// The most calls at once.
    public let mostAtOnce: Int
    /// How many calls run at once now.
    public private(set) var atOnce: Int
    private let refusalsBeforeStop: Int?
    private var answersSinceChange = 0
    private var failuresInARow = 0
    private var answers = 0
    private var refusals = 0
    /// Counts how often the pace was halved. Calls that ran together fail together, and halve it once.
    private(set) var wave = 0

    /// Creates the pace of a run.
    /// - Parameters:
    ///   - mostAtOnce: the most calls at once, at least one.
    ///   - refusalsBeforeStop: the run stops if Apple refuses so many people and answers about nobody, because then the
    ///     request is wrong and not the people. Pass `nil` to ask again about people whom Apple refused before.
    public init(mostAtOnce: Int = 8, refusalsBeforeStop: Int? = 20) {
        self.mostAtOnce = max(1, mostAtOnce)
        self.refusalsBeforeStop = refusalsBeforeStop
        atOnce = min(2, self.mostAtOnce)
    }

    /// Whether Apple has refused everybody so far, and so many that this cannot be due to the people.
    var hasRefusedEverybody: Bool { refusalsBeforeStop.map { refusals == answers && answers >= $0 } ?? false }

    /// Whether Apple has not answered about anybody for so long that the run had better end.
    var isAppleAway: Bool { failuresInARow >= Self.failuresBeforeStop }

    /// Notes the end of a call.
    /// - Parameters:
    ///   - failure: why it failed, or `nil`.
    ///   - wave: the wave in which it began.
    /// - Returns: the seconds for which nothing may begin, if the failure is temporary.
    mutating func note(_ failure: AppleCallFailure?, begunIn wave: Int) -> TimeInterval? {
        switch failure {
        case nil, .refused:
            failuresInARow = 0
            answers += 1
            if failure != nil { refusals += 1 }
            answersSinceChange += 1
            guard answersSinceChange == Self.answersBeforeNext else { return nil }
            answersSinceChange = 0
            atOnce = min(atOnce + 1, mostAtOnce)
            return nil
        case .unavailable(_, let retryAfter):
            guard wave == self.wave else { return 0 }
            self.wave += 1
            answersSinceChange = 0
            failuresInARow += 1
            atOnce = max(1, atOnce / 2)
            let doubled = TimeInterval(1 << min(failuresInARow, 6))
            return min(retryAfter.map { TimeInterval($0) } ?? doubled, Self.longestWait)
        case .malformedReply, .notSent: return nil
        }
    }
}
