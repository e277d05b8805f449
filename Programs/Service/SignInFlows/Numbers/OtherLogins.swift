package import AccountStorage
import Foundation

/// How many people came in on one day by one of the app's other logins.
package struct OtherLogin: Sendable, Equatable {
    package let day: CalendarDay
    package let provider: String
    package let client: String?
    package let platform: Platform?
    /// How many of the sign-ins created an account.
    package let registrations: Int
    package let signIns: Int

    package init(
        day: CalendarDay, provider: String, client: String?, platform: Platform?, registrations: Int, signIns: Int
    ) {
        self.day = day
        self.provider = provider
        self.client = client
        self.platform = platform
        self.registrations = registrations
        self.signIns = signIns
    }
}

/// Records what the app's backend counted of its other logins, so that the numbers show the share of each.
///
/// A report holds everything of a day so far and replaces the one before. So a backend may send it as often as it likes, and
/// a repeated or corrected report counts once.
package struct OtherLogins: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    private static let largest = 1_000_000_000

    /// Records a report.
    ///
    /// Refuses with `provider_unknown` and `client_unknown` what the configuration does not name, and with `field_invalid` a day
    /// after today or before the numbers that are kept, and counts that are negative, too large or contradict each other.
    package func record(_ login: OtherLogin) async throws(SignInError) {
        try check(login)
        let counts: [(DailyMeasure, detail: String?, count: Int)] = [
            (.registration, nil, login.registrations), (.signIn, "new", login.registrations),
            (.signIn, "known", login.signIns - login.registrations),
        ]
        try await environment.write { records in
            for (measure, detail, count) in counts {
                let key = DailyCount.Key(
                    day: login.day.number, measure: measure.rawValue, provider: login.provider,
                    platform: login.platform, client: login.client, detail: detail)
                try records.recordDailyCount(DailyCount(key, count: count))
            }
        }
    }

    private func check(_ login: OtherLogin) throws(SignInError) {
        let policy = environment.policy.numbers
        guard policy.otherProviders.contains(login.provider) else {
            throw .refused(.providerUnknown.naming(seen: login.provider, configured: policy.otherProviders))
        }
        if let client = login.client, !names.contains(client) {
            throw .refused(.clientUnknown.naming(seen: client, configured: names))
        }
        // The backend may count by a day that is ahead of UTC.
        let today = CalendarDay(of: environment.instant)
        guard (today.adding(-policy.days)...today.adding(1)).contains(login.day) else {
            throw .refused(.fieldInvalid("day"))
        }
        guard (0...Self.largest).contains(login.signIns) else { throw .refused(.fieldInvalid("sign_ins")) }
        guard (0...login.signIns).contains(login.registrations) else {
            throw .refused(.fieldInvalid("registrations"))
        }
    }

    private var names: [String] {
        environment.clients.all.map(\.name) + (environment.openID?.clients.all.map(\.id) ?? [])
    }
}
