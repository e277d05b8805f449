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
        Fault(
            "a claimed attempt names the answer that claimed it, and when; a later one changes nothing",
            FaultyDatabase<NotesTheLastAnswer>()),
        Fault(
            "a claim whose answer is forgotten stays a claim, and the claims of others stay as they are",
            FaultyDatabase<KeepsClaims>()),
        Fault("of fifty who renew a session at once, one does", FaultyDatabase<LosesTheRaceForSessions>()),
        Fault("renewing moves counters, time and expiry, and nothing else", FaultyDatabase<ForgetsSiblings>()),
        Fault(
            "extending moves time and expiry, and nothing else, until the session is over",
            FaultyDatabase<RenewsByCookie>()),
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
        Fault(
            "a notification is taken once, and its repeat changes nothing", FaultyDatabase<TakesNotificationsAgain>()),
        Fault("of fifty who take one notification at once, one does", FaultyDatabase<TakesNotificationsAgain>()),
        Fault(
            "the newest event of an identity and topic is known, in whatever order they came",
            FaultyDatabase<KnowsTheLastArrival>()),
        Fault("of fifty workers at once, each item goes to one", FaultyDatabase<SharesTheOutbox>()),
        Fault("a taken item counts its attempt and comes back should the taker die", FaultyDatabase<LosesTheTaken>()),
        Fault(
            "all sessions of an account are ended, but not those of others and not twice",
            FaultyDatabase<EndsTheKeptSession>()),
        Fault(
            "sessions are ended up to the millisecond before which they were authenticated",
            FaultyDatabase<EndsNewerSessions>()),
        Fault(
            "accounts to be erased are listed from their moment on, the longest due first",
            FaultyDatabase<ErasesEarly>()),
        Fault(
            "an identity leaves with its grants and its kept name, and no others",
            FaultyDatabase<LeavesGrantsBehind>()),
        Fault(
            "events are counted by platform, from the first millisecond up to the last", FaultyDatabase<CountsTwice>()),
        Fault("no line of the audit is removed on its first day", FaultyDatabase<ForgetsTheAudit>()),
        Fault("a link ticket is taken once, with everything in it", FaultyDatabase<GivesTicketsAway>()),
        Fault("a proven identity is answered for once, with everything in it", FaultyDatabase<TakesAnswersTwice>()),
        Fault("an external id belongs to one account", FaultyDatabase<GivesExternalIDsAway>()),
        Fault("attempts that link to one account end together", FaultyDatabase<LeavesClaimedLinks>()),
        Fault(
            "the identities of one account move to another, with what is held under them",
            FaultyDatabase<LeavesIdentitiesBehind>()),
        Fault("an account has one password, which is replaced and removed", FaultyDatabase<KeepsPasswords>()),
        Fault("a login name leads to one account, and is proven there", FaultyDatabase<GivesNamesAway>()),
        Fault(
            "tries are counted for each by itself, and cleared away when their time is over",
            FaultyDatabase<ForgetsAllTries>()),
        Fault("a mailed token is taken once, up to its end", FaultyDatabase<TakesTokensTwice>()),
        Fault("mail that is due goes to one sender, and comes back should that one die", FaultyDatabase<MailsTwice>()),
        Fault("a credential is made once and revoked once", FaultyDatabase<RevokesTwice>()),
        Fault("a foreign identity belongs to one account", FaultyDatabase<GivesForeignIdentitiesAway>()),
        Fault("of fifty who tell events at once, each event goes to one", FaultyDatabase<SharesEvents>()),
        Fault(
            "sealed values of every kind are listed page by page, none twice and none left out",
            FaultyDatabase<RepeatsSealedValues>()),
        Fault(
            "a sealed value is replaced where it is still the same, and nothing else is",
            FaultyDatabase<ReplacesAnySealedValue>()),
        Fault("an event that was delivered is not put back by a worker who came late", FaultyDatabase<TellsTwice>()),
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
