import AccountStorage
import Foundation
import SignInFlows
import TestDoubles
import Testing

@testable import SignInBackground

/// How far the planning of daily checks is behind, for the alert.
@Suite struct ValidationPlannerTests {
    private let clock = TestClock()
    private let database = FaultyDatabase()
    private let planner: ValidationPlanner

    init() throws {
        planner = ValidationPlanner(environment: try .test(on: database, clock), logger: CapturedLog().logger)
    }

    @Test func `a planner that never planned is behind since its start`() {
        #expect(planner.secondsBehind == 0)
        clock.advance(90)
        #expect(planner.secondsBehind == 90)
    }

    @Test func `a planner is behind since the end of what it planned last`() async {
        await planner.plan()
        #expect(planner.secondsBehind == 0)
        clock.advance(ValidationPlanner.interval)
        #expect(planner.secondsBehind == 0)
        clock.advance(100)
        #expect(planner.secondsBehind == 100)
        await planner.plan()
        #expect(planner.secondsBehind == 0)
    }

    @Test func `a planner whose database does not answer stays behind`() async {
        await planner.plan()
        database.outage = .unavailable
        clock.advance(4_000)
        await planner.plan()
        #expect(planner.secondsBehind == 4_000 - ValidationPlanner.interval)
    }
}
