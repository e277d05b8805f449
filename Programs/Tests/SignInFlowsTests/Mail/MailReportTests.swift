import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import SignInFlows

/// Reports about messages, from their arrival to what is stored.
@Suite struct MailReportTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private static let missing = "550 5.1.1 <\(relay)>: user not found"
    private static let unauthorized = "550 5.1.1 <bounce@example.com>: unauthorized sender"
    private let world: World
    private let hidden = Person(email: Self.relay, isPrivateEmail: true)

    init() throws {
        world = try World(policy: .telling)
    }

    private func report(
        _ account: AccountID, _ outcome: MailReport.Outcome, _ diagnostic: String = "",
        to recipient: String = Self.relay
    ) -> MailReport {
        MailReport(
            account: account, recipient: recipient, outcome: outcome, diagnostic: diagnostic,
            occurredAt: world.clock.now)
    }

    private func take(_ reports: MailReport...) async throws(SignInError) -> MailReports.Tally {
        try await MailReports(world.environment).take(reports)
    }

    private func delivery(_ person: Person, team: String = World.giver) async throws -> EmailDelivery? {
        let id = world.identity(of: person, team: team)
        return try await world.read { transaction throws(StorageFailure) in try transaction.findEmailDelivery(id) }
    }

    @Test func `a message that arrived opens the way, with an event and a line of the audit`() async throws {
        let account = try await world.signInNatively(hidden).account
        world.clock.advance(10)
        let one = report(account.id, .delivered)
        let told = try await world.told { _ = try await take(one) }
        #expect(told == [.init(.emailDeliveryChanged, "reachable")])
        #expect(try await world.history(account.id) == ["email_delivery_changed reachable", "signed_in new"])
        #expect(try await MailReports(world.environment).delivery(to: account)?.state == .reachable)
        #expect(try await world.told { _ = try await take(one) } == [])
        #expect(try await take(one).ignored == 1)
    }

    @Test func `a sender that Apple refuses is one incident for a person, whose address stays good`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        for _ in 1...5 {
            world.clock.advance(86_400)
            _ = try await take(report(id, .bounced, Self.unauthorized))
        }
        #expect(try await delivery(hidden)?.state == .senderRefused)
        #expect(world.incidents.all == [.mailSenderRefused])
    }

    @Test func `two refusals of the address on two days end the way`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        for state in [EmailDelivery.State.unknown, .gone] {
            world.clock.advance(86_400)
            _ = try await take(report(id, .bounced, Self.missing))
            #expect(try await delivery(hidden)?.state == state)
        }
    }

    @Test func `a report without our identifier, or about another address, counts for nobody`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        let other = try await world.signInNatively(.ben).account.id
        world.clock.advance(10)
        let tally = try await take(
            report(AccountID(high: 9, low: 9), .delivered), report(other, .delivered),
            report(other, .delivered, to: "ben@example.com"),
            report(id, .delivered, to: "zzzzzzzzzz@private.icloud.com"))
        #expect(tally.counted == 0 && tally.ignored == 4)
        #expect(try await delivery(hidden) == nil)
        #expect(try await delivery(.ben) == nil)
    }

    @Test func `Apple's word about forwarding counts, and older reports change nothing`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        world.clock.advance(10)
        let before = report(id, .bounced, Self.unauthorized)
        for (type, state) in [("email-disabled", EmailDelivery.State.forwardingOff), ("email-enabled", .unknown)] {
            world.clock.advance(10)
            let payload = try world.apple.notification(type, about: hidden)
            _ = try await AppleNotifications(world.environment).receive(payload: payload)
            #expect(try await delivery(hidden)?.state == state)
            #expect(try await take(before).ignored == 1)
        }
    }

    @Test func `another address in Apple's token starts anew`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        world.clock.advance(10)
        _ = try await take(report(id, .bounced, Self.unauthorized))
        var moved = hidden
        moved.email = "klmnopqrst@private.icloud.com"
        _ = try await world.signInNatively(moved)
        #expect(try await delivery(hidden) == nil)
    }

    @Test func `another address in the token of a person for whom the backend vouches starts anew`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        world.clock.advance(10)
        _ = try await take(report(id, .bounced, Self.unauthorized))
        var moved = hidden
        moved.email = "klmnopqrst@private.icloud.com"
        let vouched = try await world.signIn(moved, with: try await world.ticket("user-1"))
        #expect(vouched.account.id == id && vouched.account.externalID == "user-1")
        #expect(try await delivery(hidden) == nil)
    }

    @Test func `once the app has moved to another team, reports are about the identity there`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        world.clock.advance(10)
        let former = world.identity(of: hidden)
        let new = AppleIdentity(
            id: world.identity(of: hidden, team: World.recipient), accountID: id, issuer: world.apple.issuer,
            teamID: World.recipient, subject: hidden.subject, createdAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordIdentity(new)
            _ = try transaction.recordMove(of: former, to: new.id)
        }
        _ = try await take(report(id, .delivered))
        #expect(try await delivery(hidden) == nil)
        #expect(try await delivery(hidden, team: World.recipient)?.state == .reachable)
    }

    @Test func `each report is told by what it says, and by why it says nothing`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        let told = Recorder<String>()
        let reports = MailReports(world.environment, observe: { told.append($0) })
        for (outcome, text) in [
            (MailReport.Outcome.delivered, ""), (.complained, ""), (.bounced, Self.unauthorized), (.deferred, "later"),
            (.bounced, "5.7.1 Email rejected due to transformation error"),
        ] {
            world.clock.advance(10)
            let one = report(id, outcome, text)
            _ = try await reports.take([one])
        }
        _ = try await reports.take([report(AccountID(high: 9, low: 9), .delivered)])
        #expect(throws: SignInError.refused(.bounceUnreadable)) { try reports.read(Array("Subject: hello".utf8)) }
        #expect(
            told.all == [
                "delivered", "complained", "sender_unauthorized", "text_unknown", "transformation_failed", "ignored",
                "bounce_unreadable",
            ])
        #expect(Set(told.all).isSubset(of: MailReports.causes))
    }

    @Test func `the addresses at which mail does not arrive are counted at most once a minute`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        let unreachable = UnreachableMail(world.environment)
        #expect(try await unreachable.counts().isEmpty)
        world.clock.advance(10)
        _ = try await take(report(id, .bounced, Self.unauthorized))
        #expect(try await unreachable.counts().isEmpty)
        world.clock.advance(50)
        #expect(try await unreachable.counts() == [.senderRefused: 1])
    }

    @Test func `what is known leaves with the account`() async throws {
        let id = try await world.signInNatively(hidden).account.id
        world.clock.advance(10)
        _ = try await take(report(id, .delivered))
        _ = try await AccountDeletion(world.environment).erase(id, reason: "person")
        #expect(try await delivery(hidden) == nil)
        #expect(try await take(report(id, .delivered)).ignored == 1)
    }
}
