import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// What the app's backend reports about its other logins stands beside what the service counts.
struct OtherLoginsTests {
    private let world: World

    init() throws {
        var policy = SignInPolicy()
        policy.numbers.otherProviders = ["phone", "mail"]
        policy.numbers.days = 400
        world = try World(policy: policy, openID: [.sample()])
    }

    private var today: CalendarDay { CalendarDay(of: world.clock.now) }

    private func report(
        _ provider: String = "phone", days: Int = 0, client: String? = "app", platform: Platform? = .native,
        registrations: Int = 2, signIns: Int = 5
    ) async throws {
        try await OtherLogins(world.environment).record(
            OtherLogin(
                day: today.adding(days), provider: provider, client: client, platform: platform,
                registrations: registrations, signIns: signIns))
    }

    private func refusal(_ report: () async throws -> Void) async throws -> String? {
        try await failure(of: report)?.code
    }

    private func numbers(_ measure: DailyMeasure, by columns: [NumbersQuestion.Column]) async throws -> [String] {
        try await DailyNumbers(world.environment).answer(
            NumbersQuestion(days: today...today, measures: [measure], columns: columns)
        ).rows.map { row in
            row.values.map { $0 ?? "-" }.joined(separator: " ") + " \(row.count ?? -1) \(row.share ?? -1)"
        }
    }

    @Test func `the share of Apple is that of all who registered`() async throws {
        _ = try await world.signInNatively(.ann)
        try await report(registrations: 3, signIns: 3)
        #expect(try await numbers(.registration, by: [.provider]) == ["phone 3 0.75", "apple 1 0.25"])
    }

    @Test func `the last report of a day counts, however often it is sent`() async throws {
        for _ in 0..<3 { try await report() }
        #expect(try await numbers(.signIn, by: [.detail]) == ["known 3 0.6", "new 2 0.4"])
        try await report(registrations: 1, signIns: 1)
        #expect(try await numbers(.signIn, by: [.detail]) == ["new 1 1.0"])
        #expect(try await numbers(.registration, by: [.provider]) == ["phone 1 1.0"])
    }

    @Test func `reports about other clients, platforms, days and logins stay`() async throws {
        try await report()
        try await report(client: nil, platform: nil, registrations: 1, signIns: 1)
        try await report("mail", client: "shop", platform: .web, registrations: 4, signIns: 4)
        try await report(days: -1, registrations: 0, signIns: 7)
        #expect(
            try await numbers(.registration, by: [.provider, .client, .platform]) == [
                "phone - - 1 1.0", "phone app native 2 1.0", "mail shop web 4 1.0",
            ])
    }

    @Test func `what the configuration does not name is refused`() async throws {
        #expect(try await refusal { try await report("apple") } == "provider_unknown")
        #expect(try await refusal { try await report("phone ") } == "provider_unknown")
        #expect(try await refusal { try await report(client: "nobody") } == "client_unknown")
    }

    @Test func `a day that is not over yet anywhere or no longer kept is refused`() async throws {
        for days in [2, -401] { #expect(try await refusal { try await report(days: days) } == "field_invalid") }
        for days in [1, 0, -400] { try await report(days: days) }
    }

    @Test(
        arguments: [(-1, 0), (0, -1), (2, 1), (0, 1_000_000_001), (1, 0), (.max, .max), (.min, .min)] as [(Int, Int)])
    func `counts that cannot be are refused`(_ registrations: Int, _ signIns: Int) async throws {
        let refused = try await refusal { try await report(registrations: registrations, signIns: signIns) }
        #expect(refused == "field_invalid")
        #expect(try await numbers(.signIn, by: []).isEmpty)
    }

    @Test(arguments: [
        ("phone", true), ("vk.com", true), ("a", true), (String(repeating: "a", count: 40), true), ("", false),
        (String(repeating: "a", count: 41), false), ("Phone", false), ("my phone", false), ("apple", false),
        ("password", false), ("openid", false), ("täst", false), ("a,b", false),
    ])
    func `a name can stand for a login if it is short, plain and not one of ours`(_ name: String, _ isFine: Bool) {
        #expect(NumbersPolicy.isOtherProvider(name) == isFine)
    }
}
