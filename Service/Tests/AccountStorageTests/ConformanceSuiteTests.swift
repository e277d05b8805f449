import AccountStorage
import AccountStorageConformance
import Testing

/// A broken database and a promise by which the suite must notice.
struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promise: String
    let database: @Sendable () -> any AccountDatabase

    init(_ promise: String, _ database: @autoclosure @escaping @Sendable () -> any AccountDatabase) {
        testDescription = "\(type(of: database()))"
        self.promise = promise
        self.database = database
    }

    static let all = [
        Fault("a body that throws leaves nothing behind, and its failure arrives", NeverRollsBack()),
        Fault("what is discarded leaves nothing behind, and its answer arrives", KeepsTheDiscarded()),
        Fault("fifty who read and then write lose no change", Replays()),
        Fault("what is kept is there in the next transaction", Forgets()),
        Fault("of fifty who claim an attempt at once, one does", FaultyDatabase<LosesTheRaceForAttempts>()),
        Fault("of fifty who renew a session at once, one does", FaultyDatabase<LosesTheRaceForSessions>()),
        Fault("an identity cannot be given to another account", FaultyDatabase<GivesIdentitiesAway>()),
        Fault("of fifty who link one identity at once, one account gets it", FaultyDatabase<GivesIdentitiesAway>()),
        Fault("no time zone changes a time, not even when clocks are put back", FaultyDatabase<KeepsLocalTime>()),
        Fault("times come back to the millisecond", FaultyDatabase<CutsTimes>()),
        Fault("an attempt is claimed up to the millisecond before it expires", FaultyDatabase<ExpiresLate>()),
        Fault("sessions are removed once their life is over, a few at a time", FaultyDatabase<RemovesWithoutBound>()),
        Fault(
            "ended sessions are listed page by page, none twice and none left out", FaultyDatabase<SkipsOnPages>()),
        Fault("a session is ended once, and its first end counts", FaultyDatabase<EndsTwice>()),
        Fault("text that not every database can keep is refused, not cut", FaultyDatabase<CutsText>()),
        Fault("an account's texts come back byte for byte", FaultyDatabase<ComposesText>()),
        Fault(
            "a grant recorded again replaces the first, and may be missing",
            FaultyDatabase<ConfusesMissingAndEmpty>()),
        Fault("fifty failures at once are counted one by one", FaultyDatabase<CountsTooLittle>()),
    ]
}

struct `The conformance suite` {
    @Test(arguments: Fault.all)
    func `catches a broken database`(_ fault: Fault) async throws {
        let promise = try #require(ConformanceCase.all.first { $0.name == fault.promise })
        await #expect(throws: BrokenPromise.self) { try await promise.run(fault.database()) }
    }

    @Test func `names every promise once`() {
        #expect(Set(ConformanceCase.all.map(\.name)).count == ConformanceCase.all.count)
    }
}
