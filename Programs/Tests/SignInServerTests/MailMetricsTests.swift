import AccountStorage
import Foundation
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// What `/metrics` says about mail to people.
@Suite struct MailMetricsTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    /// The lines of `/metrics` that begin with a name and do not end with zero.
    private func lines(_ caller: Caller, _ name: String) async throws -> [String] {
        let text = try await caller.get(Paths.metrics, headers: key(service, .operations)).text
        return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(name) && !$0.hasSuffix(" 0") }
    }

    private func report(_ caller: Caller, of account: String, _ diagnostic: String) async throws -> MailReportReply {
        let moment = Timestamp.text(of: service.clock.now)
        let body = #"""
            {"account":"\#(account)","recipient":"\#(Self.relay)","outcome":"bounced","diagnostic":"\#(diagnostic)",
            "occurred_at":"\#(moment)"}
            """#
        let answer = try await caller.post(Paths.mailReports, body, headers: key(service, .mail))
        return try answer.decoded(MailReportReply.self)
    }

    @Test func `reports are counted by what they tell, and unreachable addresses by their state`() async throws {
        try await service.run { caller in
            let hidden = Person(email: Self.relay, isPrivateEmail: true)
            let id = try await caller.signInNatively(hidden).account.id
            #expect(try await lines(caller, "siwa_mail_reports_total").isEmpty)
            #expect(try await lines(caller, "siwa_mail_unreachable").isEmpty)
            service.clock.advance(60)
            let refused = "550 5.1.1 <bounce@example.com>: unauthorized sender"
            for counted in [1, 0] { #expect(try await report(caller, of: id, refused).counted == counted) }
            let headers = try await key(service, .mail)
            _ = try await caller.post(Paths.mailBounces, "x", type: "message/rfc822", headers: headers)
            #expect(
                try await lines(caller, "siwa_mail_reports_total") == [
                    #"siwa_mail_reports_total{cause="bounce_unreadable"} 1"#,
                    #"siwa_mail_reports_total{cause="ignored"} 1"#,
                    #"siwa_mail_reports_total{cause="sender_unauthorized"} 1"#,
                ])
            #expect(
                try await lines(caller, "siwa_mail_unreachable") == [
                    #"siwa_mail_unreachable{state="sender_refused"} 1"#
                ])
        }
    }

    @Test func `mails are counted by what became of them`() async throws {
        try await service.run { caller in
            service.metrics.record(mail: "sent")
            service.metrics.record(mail: "failed")
            service.metrics.record(mail: "sent")
            let counted = try await lines(caller, "siwa_mail_sent_total")
            #expect(
                counted == [
                    #"siwa_mail_sent_total{outcome="failed"} 1"#, #"siwa_mail_sent_total{outcome="sent"} 2"#,
                ])
        }
    }

    @Test func `every cause, outcome and state is there before anything happened`() async throws {
        try await service.run { caller in
            let text = try await caller.get(Paths.metrics, headers: key(service, .operations)).text
            for cause in MailReports.causes {
                #expect(text.contains("siwa_mail_reports_total{cause=\"\(cause)\"} 0\n"))
            }
            for outcome in MailOutbox.outcomes {
                #expect(text.contains("siwa_mail_sent_total{outcome=\"\(outcome)\"} 0\n"))
            }
            for state in ["forwarding_off", "sender_refused", "gone", "deferred"] {
                #expect(text.contains("siwa_mail_unreachable{state=\"\(state)\"} 0\n"))
            }
        }
    }
}
