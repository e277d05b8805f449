import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// Reports about messages to relay addresses, and what apps and backends learn from them.
@Suite struct MailReportRouteTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"
    private let hidden = Person(email: Self.relay, isPrivateEmail: true)

    private func report(_ caller: Caller, _ members: String) async throws -> TestResponse {
        try await caller.post(Paths.mailReports, "{\(members)}", headers: key(caller.service, .mail))
    }

    private func members(of account: String, _ outcome: String, _ diagnostic: String, at moment: Date) -> String {
        #"""
        "account":"\#(account)","recipient":"\#(Self.relay)","outcome":"\#(outcome)","diagnostic":"\#(diagnostic)",
        "occurred_at":"\#(Timestamp.text(of: moment))"
        """#
    }

    @Test func `a report that the sender was refused reaches the backend, and the address stays good`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively(hidden)
            let id = session.account.id
            #expect(session.account.canReceiveMail == nil)
            service.clock.advance(10)
            let text = "550 5.1.1 <bounce@example.com>: unauthorized sender"
            let sent = try await report(caller, members(of: id, "bounced", text, at: service.clock.now))
            #expect(try sent.status == .ok && sent.decoded(MailReportReply.self) == .init(counted: 1, ignored: 0))
            let again = try await report(caller, members(of: id, "bounced", text, at: service.clock.now))
            #expect(try again.decoded(MailReportReply.self) == .init(counted: 0, ignored: 1))
            let answer = try await caller.get(
                Paths.backendAccount + "?account=\(id)", headers: key(service, .accountsRead))
            let found = try answer.decoded(BackendAccountReply.self)
            #expect(found.emailDelivery?.state == "sender_refused" && found.account.canReceiveMail == true)
            #expect(found.emailDelivery?.cause == "sender_unauthorized")
            let own = try await caller.get(Paths.account, headers: bearer(session))
            #expect(try own.decoded(AccountReply.self).canReceiveMail == true)
        }
    }

    @Test func `an account that nobody can mail to says so to its app`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively(hidden)
            for _ in 1...2 {
                service.clock.advance(86_400)
                let text = "550 5.1.1 <\(Self.relay)>: user not found"
                _ = try await report(
                    caller, members(of: session.account.id, "bounced", text, at: service.clock.now))
            }
            let answer = try await caller.get(
                Paths.backendAccount + "?account=\(session.account.id)", headers: key(service, .accountsRead))
            #expect(try answer.decoded(BackendAccountReply.self).account.canReceiveMail == false)
        }
    }

    @Test func `an account whose address is not hidden says nothing about mail`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively()
            let answer = try await caller.get(
                Paths.backendAccount + "?account=\(session.account.id)", headers: key(service, .accountsRead))
            #expect(!answer.text.contains("email_delivery") && !answer.text.contains("can_receive_mail"))
            let own = try await caller.get(Paths.account, headers: bearer(session))
            #expect(!own.text.contains("can_receive_mail"))
        }
    }

    @Test func `a bounce is taken as it came`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = try await caller.signInNatively(hidden)
            let bounce = """
                To: bounce+\(session.account.id)@example.com
                Content-Type: multipart/report; boundary=b

                --b
                Content-Type: message/delivery-status

                Final-Recipient: rfc822; \(Self.relay)
                Action: failed
                Status: 5.1.1
                Diagnostic-Code: smtp; 550 5.1.1 <x@example.com>: unauthorized sender

                --b--
                """
            let headers = try await key(service, .mail)
            let taken = try await caller.post(Paths.mailBounces, bounce, type: "message/rfc822", headers: headers)
            #expect(try taken.decoded(MailReportReply.self) == .init(counted: 1, ignored: 0))
            let other = try await caller.post(Paths.mailBounces, bounce, headers: headers)
            #expect(other.status == .unsupportedMediaType)
            let empty = try await caller.post(Paths.mailBounces, "x", type: "message/rfc822", headers: headers)
            #expect(try empty.decoded(APIError.self).error == "bounce_unreadable")
        }
    }

    @Test(arguments: [
        ("account", #""account":"x","recipient":"a","outcome":"bounced","occurred_at":"2026-11-27T00:00:00Z""#),
        (
            "outcome",
            #"""
            "account":"0102030405060708090a0b0c0d0e0f10","recipient":"a","outcome":"lost",
            "occurred_at":"2026-11-27T00:00:00Z"
            """#
        ),
        (
            "occurred_at",
            #"""
            "account":"0102030405060708090a0b0c0d0e0f10","recipient":"a","outcome":"bounced","occurred_at":"now"
            """#
        ),
    ])
    func `a report with a wrong member is refused, and names it`(_ name: String, _ members: String) async throws {
        try await TestService().run { caller in
            let refused = try await report(caller, members)
            #expect(refused.status == .badRequest)
            #expect(try refused.decoded(APIError.self).message.contains(name))
        }
    }

    @Test func `reports need their own scope`() async throws {
        try await TestService().run { caller in
            let other = try await key(caller.service, .accountsRead, .accountsWrite, .link, .operations)
            for path in [Paths.mailReports, Paths.mailBounces] {
                #expect(try await caller.post(path, "{}", headers: other).status == .forbidden)
                #expect(try await caller.post(path, "{}").status == .unauthorized)
            }
        }
    }

    @Test func `apps and the storage know the same domains of the relay`() {
        #expect(RelayAddress.domains == EmailAddress.relayDomains)
        for domain in RelayAddress.domains {
            for address in ["a@\(domain)", "A@\(domain.uppercased())", "a@x\(domain)", "a@\(domain).example", domain] {
                #expect(RelayAddress.isRelay(address) == EmailAddress.isRelay(address), "\(address)")
            }
        }
    }
}
