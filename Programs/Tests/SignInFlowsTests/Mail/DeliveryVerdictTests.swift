import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

/// What reports say about an address, one after the other.
struct `The way of mail to an address` {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private static let missing = "550 5.1.1 <\(relay)>: user not found"
    private static let unauthorized = "550 5.1.1 <bounce@example.com>: unauthorized sender"
    private static let start = Date(timeIntervalSince1970: 1_772_366_400)
    private let identity = IdentityID(high: 1, low: 1)

    /// A report some hours after the start.
    private func report(
        _ outcome: MailReport.Outcome, _ diagnostic: String = "", after hours: Double = 0
    ) -> MailReport {
        MailReport(
            account: AccountID(high: 1, low: 1), recipient: Self.relay, outcome: outcome, diagnostic: diagnostic,
            occurredAt: Self.start.addingTimeInterval(hours * 3_600))
    }

    /// What is known after the reports, each of which arrives an hour after it happened.
    private func known(_ reports: [MailReport], from known: EmailDelivery? = nil) -> EmailDelivery? {
        reports.reduce(known) { known, report in
            DeliveryVerdict.decide(
                report, of: identity, known: known, now: report.occurredAt.addingTimeInterval(3_600)) ?? known
        }
    }

    @Test func `is open after a message arrived, and since the first one`() {
        let delivery = known([report(.delivered), report(.delivered, after: 1)])
        #expect(delivery?.state == .reachable && delivery?.since == Self.start && delivery?.reports == 2)
    }

    @Test func `ends when two reports of different days say that the address is gone`() {
        #expect(known([report(.bounced, Self.missing)])?.state == .unknown)
        #expect(known([report(.bounced, Self.missing), report(.bounced, Self.missing, after: 2)])?.state == .unknown)
        let gone = known([report(.bounced, Self.missing), report(.bounced, Self.missing, after: 30)])
        #expect(gone?.state == .gone && gone?.cause == "mailbox_unknown" && gone?.missingSince == Self.start)
        #expect(gone?.since == Self.start.addingTimeInterval(30 * 3_600))
    }

    @Test func `does not end when the reports are more than fourteen days apart, or mail arrived between them`() {
        let late = known([report(.bounced, Self.missing), report(.bounced, Self.missing, after: 15 * 24)])
        #expect(late?.state == .unknown)
        let between = [
            report(.bounced, Self.missing), report(.delivered, after: 1), report(.bounced, Self.missing, after: 30),
        ]
        #expect(known(between)?.state == .reachable)
    }

    @Test func `never ends because of the sender`() {
        let refused = (0..<20).map { report(.bounced, Self.unauthorized, after: Double($0) * 20) }
        let delivery = known(refused)
        #expect(delivery?.state == .senderRefused && delivery?.cause == "sender_unauthorized")
        #expect(delivery?.missingSince == nil && delivery?.diagnostic == "550 5.1.1 ...@... unauthorized sender")
        #expect(known(refused + [report(.delivered, after: 401)])?.state == .reachable)
    }

    @Test(arguments: [
        ("5.7.1 Email rejected due to transformation error", MailReport.Outcome.bounced, EmailDelivery.State.unknown),
        ("550 5.1.1 nobody knows this text", .bounced, .unknown), ("", .complained, .unknown),
        ("421 4.7.1 Messages to <x@y> deferred due to excessive volume", .bounced, .deferred),
        ("451 4.4.1 no answer", .deferred, .deferred),
    ])
    func `is what the text says, and otherwise as before`(
        _ text: String, _ outcome: MailReport.Outcome, _ state: EmailDelivery.State
    ) {
        #expect(known([report(outcome, text), report(outcome, text, after: 48)])?.state == state)
    }

    @Test func `stays closed while the person forwards nothing, whatever reports say`() {
        let off = EmailDelivery(identityID: identity, state: .forwardingOff, since: Self.start)
        #expect(known([report(.delivered, after: 1), report(.bounced, Self.missing, after: 30)], from: off) == off)
    }

    @Test func `stays gone when a sender is refused, and opens when a message arrives`() {
        let gone = EmailDelivery(identityID: identity, state: .gone, since: Self.start, missingSince: Self.start)
        #expect(known([report(.bounced, Self.unauthorized, after: 1)], from: gone)?.state == .gone)
        let open = known([report(.delivered, after: 1)], from: gone)
        #expect(open?.state == .reachable && open?.missingSince == nil)
    }

    @Test func `is not changed by a report that is repeated, out of order, or a month old`() {
        let once = known([report(.delivered, after: 5)])
        #expect(once != nil)
        #expect(known([report(.delivered, after: 5), report(.bounced, Self.unauthorized, after: 5)]) == once)
        #expect(known([report(.delivered, after: 5), report(.bounced, Self.unauthorized, after: 4)]) == once)
        let old = DeliveryVerdict.decide(
            report(.delivered), of: identity, known: nil, now: Self.start.addingTimeInterval(30 * 86_400 + 1))
        #expect(old == nil)
    }

    @Test func `takes a report from the future as of now`() {
        let early = DeliveryVerdict.decide(report(.delivered, after: 48), of: identity, known: nil, now: Self.start)
        #expect(early?.since == Self.start && early?.reportedAt == Self.start)
    }
}
