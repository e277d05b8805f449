import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// One scenario for each error code about what somebody reports, the app's other logins and bounces, and about messages of
/// backends.
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
        "mail_not_open": refusedMail(SignInPolicy(), times: 1),
        "mail_budget_spent": refusedMail(.mailing(budget: 1), times: 2),
        "mail_queue_full": {
            var policy = SignInPolicy.mailing()
            policy.mail.mostWaiting = 1
            return try await refusedMail(policy, times: 2)()
        },
        "mail_key_reused": {
            let world = try World(policy: .mailing())
            let account = try await world.signInNatively(.ann).account.id
            let mail = AccountMail(world.environment)
            _ = try await mail.send(WantedMail(account: account, key: "k", subject: "s", text: "one"))
            return try await failure {
                try await mail.send(try WantedMail(account: account, key: "k", subject: "s", text: "two"))
            }
        },
        "mail_unreachable": {
            let world = try World(policy: .mailing())
            let hidden = Person(email: "abcdefghij@privaterelay.appleid.com", isPrivateEmail: true)
            let account = try await world.signInNatively(hidden).account.id
            world.clock.advance(5)
            let payload = try world.apple.notification("email-disabled", about: hidden)
            _ = try await AppleNotifications(world.environment).receive(payload: payload)
            return try await failure {
                try await AccountMail(world.environment).send(
                    try WantedMail(account: account, key: "k", subject: "s", text: "t"))
            }
        },
        "mail_unknown": {
            let world = try World(policy: .mailing())
            return try await failure {
                try await AccountMail(world.environment).find(MailRequestID(high: 9, low: 9))
            }
        },
    ]

    /// The refusal of the last of several messages to one person.
    private static func refusedMail(_ policy: SignInPolicy, times: Int) -> Scenario {
        {
            let world = try World(policy: policy)
            let account = try await world.signInNatively(.ann).account.id
            var last: SignInError?
            for number in 1...times {
                last = try await failure {
                    try await AccountMail(world.environment).send(
                        try WantedMail(account: account, key: "\(number)", subject: "s", text: "t"))
                }
            }
            return last
        }
    }
}
