import Foundation
import SignInFlows
import TestDoubles
import Testing

/// One scenario for each error code about what somebody reports: the app's other logins, and bounces.
extension RefusalTests {
    static let reports: [String: Scenario] = [
        "provider_unknown": {
            let world = try World()
            let report = OtherLogin(
                day: CalendarDay(of: world.clock.now), provider: "nobody", client: nil, platform: nil,
                registrations: 1, signIns: 1)
            return try await failure { try await OtherLogins(world.environment).record(report) }
        },
        "bounce_unreadable": {
            try await failure { try BouncedMessage.reports(in: Array("Subject: away".utf8), now: Date()) }
        },
        "bounce_account_missing": {
            let bounce = "Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; a@b.example\n"
            return try await failure { try BouncedMessage.reports(in: Array(bounce.utf8), now: Date()) }
        },
    ]
}
