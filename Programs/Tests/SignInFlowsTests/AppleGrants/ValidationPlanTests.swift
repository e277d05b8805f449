import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

@Suite struct ValidationPlanTests {
    private static let start = Date(timeIntervalSince1970: 1_790_000_000)
    private static let round = Double(ValidationPlan.roundMilliseconds) / 1_000

    private func identities(_ count: Int) -> [IdentityID] {
        let ends: [IdentityID] = [.init(high: 0, low: 0), .init(high: .max, low: .max), .init(high: 0, low: .max)]
        return ends + (0..<count).map { IdentityID.derived(issuer: "i", teamID: "t", subject: "\($0)") }
    }

    private func holds(_ window: ValidationPlan.Window, _ identity: IdentityID) -> Bool {
        (window.after.map { $0 < identity } ?? true) && identity <= window.through
    }

    @Test(arguments: [1, 7, 60, 3_600.5, 40_000, 89_999.999])
    func `every identity has one time in a round, however the round is cut`(seconds: Double) {
        var windows: [ValidationPlan.Window] = []
        var position = Self.start
        // A step of one second would give 90,000 windows. A hundred are enough.
        let end =
            seconds < 60 ? Self.start.addingTimeInterval(100 * seconds) : Self.start.addingTimeInterval(Self.round)
        while position < end {
            let next = min(position.addingTimeInterval(seconds), end)
            windows += ValidationPlan.windows(from: position, to: next)
            position = next
        }
        for identity in identities(3_000) {
            let found = windows.filter { holds($0, identity) }
            let whole = ValidationPlan.windows(from: Self.start, to: end).filter { holds($0, identity) }
            #expect(found.count == whole.count)
            if seconds >= 60 { #expect(found.count == 1) }
            for window in found {
                let moment = ValidationPlan.moment(of: identity, in: window, at: .distantPast)
                // Boundaries are whole milliseconds, so they may be off by one.
                #expect(moment >= Self.start.addingTimeInterval(-0.001) && moment <= end)
            }
        }
    }

    @Test func `the pace is even`() {
        var hours = [Int](repeating: 0, count: 25)
        let windows = ValidationPlan.windows(
            from: Date(timeIntervalSince1970: 0), to: Date(timeIntervalSince1970: Self.round))
        #expect(windows.count == 1)
        for identity in identities(25_000) {
            let moment = ValidationPlan.moment(of: identity, in: windows[0], at: .distantPast)
            hours[min(24, Int(moment.timeIntervalSince1970 / 3_600))] += 1
        }
        // 1,000 an hour, with a tolerance of five standard deviations.
        #expect(hours.allSatisfy { (840...1_160).contains($0) })
    }

    @Test func `who was missed comes as late as they are overdue, and an hour at most`() {
        let window = ValidationPlan.windows(from: Self.start, to: Self.start.addingTimeInterval(60))[0]
        let identity = window.through
        let moment = ValidationPlan.moment(of: identity, in: window, at: .distantPast)
        func late(_ seconds: Double) -> Date {
            ValidationPlan.moment(of: identity, in: window, at: moment.addingTimeInterval(seconds))
        }
        #expect(late(0) == moment && late(-5) == moment)
        #expect(late(600) == moment.addingTimeInterval(1_200))
        #expect(late(9_000) == moment.addingTimeInterval(9_000 + 3_600))
    }

    private func grant(_ client: String, held: Bool = true, obtained: Double, checked: Double? = nil) -> AppleGrant {
        AppleGrant(
            identityID: .init(high: 1, low: 1), clientID: client, sealedRefreshToken: held ? [1] : nil,
            obtainedAt: Self.start.addingTimeInterval(obtained),
            checkedAt: checked.map(Self.start.addingTimeInterval), aliveAt: nil)
    }

    @Test func `one person is asked after once in twenty-four hours, whatever they hold`() {
        func choose(_ grants: AppleGrant...) -> String? {
            ValidationPlan.choose(among: grants, at: Self.start)?.clientID
        }
        #expect(choose(grant("a", obtained: -86_400)) == "a")
        #expect(choose(grant("a", obtained: -86_399)) == nil)
        #expect(choose(grant("a", obtained: -900_000, checked: -86_400)) == "a")
        #expect(choose(grant("a", obtained: -900_000, checked: -86_399)) == nil)
        // Of two clients the one validated longest ago, and none while either was validated within a day.
        let (old, older) = (grant("a", obtained: -900_000, checked: -90_000), grant("b", obtained: -900_000))
        #expect(choose(old, older) == "b" && choose(older, old) == "b")
        #expect(choose(older, grant("a", obtained: -900_000, checked: -1)) == nil)
        // What a new sign-in proves for one client says nothing about the consent to another group of apps.
        #expect(choose(older, grant("a", obtained: -1)) == "b")
        // A grant without a token does not count as obtained, but its validation counts.
        #expect(choose(older, grant("a", held: false, obtained: -1)) == "b")
        #expect(choose(older, grant("a", held: false, obtained: -1, checked: -1)) == nil)
        #expect(choose(grant("a", held: false, obtained: -900_000)) == nil && choose() == nil)
        // A time from a clock that was ten years ahead does not prevent validations for ten years.
        #expect(choose(grant("a", obtained: 315_000_000)) == "a")
        #expect(choose(grant("a", obtained: -900_000, checked: 315_000_000)) == "a")
    }

    @Test func `a device has Apple asked once an hour, and no time that is still to come counts`() {
        func mayAsk(_ checked: Double?) -> Bool {
            ValidationPlan.mayAskAtOnce(grant("a", obtained: -900_000, checked: checked), at: Self.start)
        }
        #expect(mayAsk(nil) && mayAsk(-3_600))
        #expect(!mayAsk(-3_599) && !mayAsk(0))
        #expect(mayAsk(1) && mayAsk(315_000_000))
    }
}
