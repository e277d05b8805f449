import AccountStorage
import Foundation

/// Decides what a report says about the way of mail to an address.
enum DeliveryVerdict {
    /// Older reports change nothing.
    static let memory: TimeInterval = 30 * 86_400
    /// How far apart two reports may be that together say that an address is gone.
    static let patience: TimeInterval = 14 * 86_400
    private static let day: TimeInterval = 86_400

    /// What is known after a report; nil if it does not count, because it is old, repeated, or about an address whose
    /// forwarding the person switched off.
    ///
    /// One report is not enough to call an address gone, since relays have outages: a second one must say so on another
    /// day.
    static func decide(
        _ report: MailReport, of identity: IdentityID, known: EmailDelivery?, now: Date
    ) -> EmailDelivery? {
        let moment = min(report.occurredAt, now).inWholeMilliseconds
        guard now.timeIntervalSince(moment) <= memory else { return nil }
        var delivery = known ?? EmailDelivery(identityID: identity, state: .unknown, since: moment)
        guard delivery.state != .forwardingOff, moment >= delivery.since else { return nil }
        if let latest = delivery.reportedAt, moment <= latest { return nil }
        (delivery.reports, delivery.reportedAt) = (delivery.reports + 1, moment)
        switch report.outcome {
        case .delivered:
            delivery.missingSince = nil
            delivery.diagnostic = nil
            become(.reachable, because: nil, at: moment, &delivery)
        case .complained: break
        case .deferred, .bounced: take(report, at: moment, &delivery)
        }
        return delivery
    }

    private static func take(_ report: MailReport, at moment: Date, _ delivery: inout EmailDelivery) {
        let cause = MailRefusal(report.diagnostic, recipient: report.recipient).cause
        delivery.diagnostic = MailRefusal.withoutAddresses(report.diagnostic)
        guard delivery.state != .gone else { return }
        switch cause.meaning {
        case .senderRefused: become(.senderRefused, because: cause, at: moment, &delivery)
        case .putOff: become(.deferred, because: cause, at: moment, &delivery)
        case .addressMissing: miss(because: cause, at: moment, &delivery)
        case .none:
            guard report.outcome == .deferred else { return }
            become(.deferred, because: cause, at: moment, &delivery)
        }
    }

    private static func miss(
        because cause: MailRefusal.Cause, at moment: Date, _ delivery: inout EmailDelivery
    ) {
        guard let first = delivery.missingSince, moment.timeIntervalSince(first) <= patience else {
            delivery.missingSince = moment
            return
        }
        guard number(of: first) != number(of: moment) else { return }
        become(.gone, because: cause, at: moment, &delivery)
    }

    private static func become(
        _ state: EmailDelivery.State, because cause: MailRefusal.Cause?, at moment: Date,
        _ delivery: inout EmailDelivery
    ) {
        delivery.cause = cause?.rawValue
        guard delivery.state != state else { return }
        (delivery.state, delivery.since) = (state, moment)
    }

    /// The day in UTC.
    private static func number(of moment: Date) -> Int {
        Int((moment.timeIntervalSince1970 / day).rounded(.down))
    }
}
