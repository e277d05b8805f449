import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// Every line of the audit is counted once, whoever counts, stops or repeats.
struct AuditCountingTests {
    private let world: World
    private let counting: AuditCounting

    init() throws {
        world = try World(openID: [.sample()])
        counting = AuditCounting(world.environment)
    }

    private var today: CalendarDay { CalendarDay(of: world.clock.now) }

    /// What is stored, without what an answer adds.
    private func stored(_ measure: DailyMeasure) async throws -> Int {
        try await world.read { records throws(StorageFailure) in
            try records.findDailyCounts(from: 0, through: 99_999).filter { $0.key.measure == measure.rawValue }
                .reduce(0) { $0 + $1.count }
        }
    }

    private func answered(_ measure: DailyMeasure, columns: [NumbersQuestion.Column] = []) async throws -> NumbersTable
    {
        try await DailyNumbers(world.environment).answer(
            NumbersQuestion(
                days: today.adding(-30)...today, measures: [measure], columns: columns, period: .whole))
    }

    private func countAll() async throws {
        while try await counting.work() > 0 {}
    }

    @Test func `a sign-in is in an answer at once, and in the daily numbers twenty minutes later`() async throws {
        _ = try await world.signInNatively(.ann)
        #expect(try await answered(.registration).rows.first?.count == 1)
        for _ in 0..<2 { #expect(try await counting.work() == 0) }
        #expect(try await stored(.registration) == 0)
        world.clock.advance(AuditCounting.stretch + AuditCounting.settling)
        #expect(try await counting.work() == 1)
        #expect(try await counting.work() == 0)
        #expect(try await stored(.registration) == 1)
        let answer = try await answered(.registration)
        #expect(answer.rows.map(\.count) == [1] && answer.countedUntil == world.clock.now)
    }

    @Test func `people who come in by different ways are told apart`() async throws {
        _ = try await world.signInNatively(.ann)
        _ = try await world.signInNatively(.ann)
        let (session, _) = try await world.browserSession(.ben)
        _ = try await RelyingParty(world: world, client: .sample()).tokens(as: session)
        for isStored in [false, true] {
            if isStored {
                world.clock.advance(3_600)
                try await countAll()
            }
            let signIns = try await answered(.signIn, columns: [.provider, .client, .platform, .detail])
            #expect(
                Set(signIns.rows.map { $0.values.compactMap { $0 }.joined(separator: " ") + " \($0.count ?? 0)" }) == [
                    "apple app native new 1", "apple app native known 1", "apple web web new 1",
                ])
            let clients = try await answered(.clientSignIn, columns: [.provider, .client, .platform])
            #expect(clients.rows.map(\.values) == [["openid", "shop", "openid"]])
            #expect(clients.rows.map(\.count) == [1])
        }
    }

    @Test func `a sign-in with a password is one of that provider`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson()
        let signedIn = try await world.signIn()
        #expect(signedIn.session.provider == .password)
        world.clock.advance(3_600)
        while try await AuditCounting(world.environment).work() > 0 {}
        let found = try await world.read { records throws(StorageFailure) in
            try records.findDailyCounts(from: 0, through: 99_999)
        }
        #expect(found.map(\.key.provider) == ["password"] && found.map(\.key.detail) == ["known"])
    }

    @Test func `a password that gave way to Apple and an unlinked Apple Account are counted once each`() async throws {
        let world = try World.withPasswords()
        try await world.importPerson(isProven: true)
        let upgraded = try await world.upgrade(world.signIn(), to: .ben)
        let linked = try await world.link(.eve, to: upgraded)
        try await AccountIdentities(world.environment).unlink(
            world.identity(of: .ben).text, by: world.session(of: linked))
        world.clock.advance(3_600)
        while try await AuditCounting(world.environment).work() > 0 {}
        let found = try await world.read { records throws(StorageFailure) in
            try records.findDailyCounts(from: 0, through: 99_999)
        }
        let counted = found.filter { ["unlink", "upgrade"].contains($0.key.measure) }
        #expect(counted.map { "\($0.key.measure) \($0.count)" }.sorted() == ["unlink 1", "upgrade 1"])
    }

    @Test func `a repeated answer is counted once`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        for _ in 0..<3 { _ = try await NativeSignIn(world.environment).complete(submission) }
        world.clock.advance(3_600)
        try await countAll()
        #expect(try await stored(.signIn) == 1)
    }

    @Test func `of many who count the same lines at once, one stores them`() async throws {
        for _ in 0..<3 {
            _ = try await world.signInNatively(.ann)
            world.clock.advance(700)
        }
        world.clock.advance(3_600)
        let environment = world.environment
        _ = await together(20) {
            // A process that fails leaves the rest to the others.
            while let count = try? await AuditCounting(environment).work(), count > 0 {}
        }
        #expect(try await stored(.signIn) == 3)
        #expect(try await answered(.signIn).rows.map(\.count) == [3])
    }

    @Test func `lines that another process counted in between are not counted again`() async throws {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(3_600)
        // After the two reads of this process.
        world.database.interrupt(after: 2) { [counting] in _ = try? await counting.work() }
        #expect(try await counting.work() == 1)
        #expect(try await stored(.signIn) == 1)
    }

    @Test func `a process that never learns that it stored its numbers does not store them again`() async throws {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(3_600)
        world.database.loseAnswer(after: 2)
        #expect(try await failure { try await counting.work() } != nil)
        try await countAll()
        #expect(try await stored(.signIn) == 1)
    }

    @Test func `lines on both sides of midnight belong to their days`() async throws {
        let midnight = today.adding(1).start
        world.clock.advance(midnight.timeIntervalSince(world.clock.now) - 0.001)
        _ = try await world.signInNatively(.ann)
        world.clock.advance(0.001)
        _ = try await world.signInNatively(.ben)
        let days = [today.adding(-1), today]
        for isStored in [false, true] {
            if isStored {
                world.clock.advance(3_600)
                try await countAll()
            }
            let table = try await DailyNumbers(world.environment).answer(
                NumbersQuestion(days: days[0]...days[1], measures: [.registration]))
            #expect(table.rows.map(\.start) == days && table.rows.map(\.count) == [1, 1])
        }
    }

    @Test func `an answer says up to when it is complete, if the background is behind`() async throws {
        let began = world.clock.now
        _ = try await world.signInNatively(.ann)
        world.clock.advance(DailyNumbers.longestLag + 60)
        _ = try await world.signInNatively(.ben)
        let behind = try await answered(.registration)
        #expect(behind.rows.isEmpty && abs(behind.countedUntil.timeIntervalSince(began)) < 1)
        try await countAll()
        let complete = try await answered(.registration)
        #expect(complete.rows.map(\.count) == [2] && complete.countedUntil == world.clock.now)
    }

    @Test func `a long quiet time is skipped in one step`() async throws {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(90 * 86_400)
        _ = try await world.signInNatively(.ben)
        world.clock.advance(3_600)
        #expect(try await counting.work() == 1)
        #expect(try await counting.work() == 1)
        #expect(try await counting.work() == 0)
        #expect(try await stored(.registration) == 2)
    }

    @Test func `old numbers are removed after the days for which they are kept`() async throws {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(3_600)
        try await countAll()
        let days = world.environment.policy.numbers.days
        for (day, left) in [(days, 1), (days + 1, 0)] {
            let moment = CalendarDay(of: world.clock.now).adding(day).start
            _ = try await ExpiredRecords(world.environment).remove(.dailyCounts, at: moment, limit: 100)
            #expect(try await stored(.registration) == left)
        }
    }
}
