package import AccountStorage
import Foundation

/// Takes reports about messages to people who hide their address, and says whether mail arrives there.
package struct MailReports: Sendable {
    private let environment: SignInEnvironment
    private let observe: @Sendable (_ cause: String) -> Void

    /// - Parameter observe: called for each report with one of ``causes``, once it is stored.
    package init(_ environment: SignInEnvironment, observe: @escaping @Sendable (_ cause: String) -> Void = { _ in }) {
        self.environment = environment
        self.observe = observe
    }

    /// The code of a report that changes nothing.
    private static let ignored = "ignored"
    /// What reports are counted by, as stable codes: what they tell, or why they tell nothing.
    package static let causes: [String] = {
        let arrived = [MailReport.Outcome.delivered, .complained].map(\.rawValue)
        let refusals = MailRefusal.Cause.allCases.map(\.rawValue)
        let unread = [ErrorCode.bounceUnreadable, .bounceAccountMissing].map(\.name)
        return arrived + refusals + [ignored] + unread
    }()

    /// How many reports counted, and how many changed nothing.
    package struct Tally: Sendable, Equatable {
        /// Reports that say something newer than what was known.
        package internal(set) var counted = 0
        /// Reports that are old or repeated, or about nobody's present relay address.
        package internal(set) var ignored = 0

        package init() {}
    }

    /// Reads a bounce. What is none is told to `observe`, and refused as ``BouncedMessage`` refuses it.
    package func read(_ octets: [UInt8]) throws(SignInError) -> [MailReport] {
        do throws(SignInError) {
            return try BouncedMessage.reports(in: octets, now: environment.now())
        } catch {
            observe(error.code)
            throw error
        }
    }

    /// Takes reports in their order. Each of them is durable on its own, and the same one again changes nothing.
    package func take(_ reports: [MailReport]) async throws(SignInError) -> Tally {
        var tally = Tally()
        for report in reports {
            let isCounted = try await take(report)
            if isCounted { tally.counted += 1 } else { tally.ignored += 1 }
            observe(isCounted ? report.cause : Self.ignored)
        }
        return tally
    }

    private func take(_ report: MailReport) async throws(SignInError) -> Bool {
        let (now, auditID) = (environment.instant, AuditEntryID.timeOrdered(environment))
        let events = EventOutbox(environment, unique: auditID.text)
        let state = try await environment.write { records -> (isNew: Bool, state: EmailDelivery.State)? in
            // Messages that were sent before a merge name the account that went.
            guard let account = try MergedAccount.find(report.account, in: records),
                let hidden = try HiddenAddress.find(of: account, in: records),
                EmailAddress.isSame(hidden.address, report.recipient)
            else { return nil }
            let known = try records.findEmailDelivery(hidden.identity.id)
            guard let delivery = DeliveryVerdict.decide(report, of: hidden.identity.id, known: known, now: now) else {
                return nil
            }
            try records.recordEmailDelivery(delivery)
            guard delivery.state != known?.state ?? .unknown else { return (false, delivery.state) }
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: account.id, event: AuditEvent.emailDeliveryChanged.rawValue,
                    reason: delivery.state.code, occurredAt: now))
            try events.add(.emailDeliveryChanged, of: account, reason: delivery.state.code, in: records)
            return (true, delivery.state)
        }
        guard let state else { return false }
        if state.isNew, state.state == .senderRefused { environment.report(.mailSenderRefused) }
        return true
    }

    /// What is known about the way of mail to an account's relay address; nil if its address is not hidden.
    package func delivery(to account: Account) async throws(SignInError) -> EmailDelivery? {
        guard HiddenAddress.isThere(in: account) else { return nil }
        return try await environment.read { records in try HiddenAddress.delivery(to: account, in: records) }
    }
}
