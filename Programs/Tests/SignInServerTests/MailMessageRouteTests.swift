import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// Messages of the app's backend, over HTTP.
@Suite struct MailMessageRouteTests {
    private static let relay = "abcdefghij@privaterelay.appleid.com"

    private func service(isOpen: Bool = true) throws -> TestService {
        var policy = SignInPolicy()
        policy.mail.isOpenToBackends = isOpen
        return try TestService(policy: policy)
    }

    private func members(of account: String, key: String = "order-1", subject: String = "Your order") -> String {
        #"{"account":"\#(account)","idempotency_key":"\#(key)","subject":"\#(subject)","text":"On its way."}"#
    }

    @Test func `a backend sends a message to a person whose address it does not learn`() async throws {
        let service = try service()
        try await service.run { caller async throws in
            let account = try await caller.signInNatively(Person(email: Self.relay, isPrivateEmail: true)).account.id
            let headers = try await key(service, .mailSend)
            let first = try await caller.post(Paths.mailMessages, members(of: account), headers: headers)
            #expect(first.status == .accepted && !first.text.contains("@"))
            let queued = try first.decoded(MailMessageReply.self)
            #expect(queued.state == "queued" && queued.account == account)
            let again = try await caller.post(Paths.mailMessages, members(of: account), headers: headers)
            #expect(try again.decoded(MailMessageReply.self) == queued)
            let sent = CapturedMail()
            try await MailOutbox(service.environment) { message in
                await sent.append(message)
                return .sent
            }.work()
            #expect(await sent.all.map(\.to) == [Self.relay])
            let found = try await caller.get(Paths.mailMessages + "?mail=\(queued.mail)", headers: headers)
            #expect(try found.status == .ok && found.decoded(MailMessageReply.self).state == "sent")
        }
    }

    @Test func `a request with a wrong member is refused, and names it`() async throws {
        let service = try service()
        try await service.run { caller async throws in
            let account = try await caller.signInNatively().account.id
            let headers = try await key(service, .mailSend)
            for (name, body) in [
                ("account", members(of: "x")), ("idempotency_key", members(of: account, key: "")),
                ("subject", members(of: account, subject: "")),
            ] {
                let refused = try await caller.post(Paths.mailMessages, body, headers: headers)
                #expect(refused.status == .badRequest)
                #expect(try refused.decoded(APIError.self).message.contains(name))
            }
        }
    }

    @Test func `a text may have its full length, even if everything in it is escaped`() async throws {
        let service = try service()
        try await service.run { caller async throws in
            let account = try await caller.signInNatively().account.id
            let text = String(repeating: String(repeating: #"\u00e4"#, count: 498) + #"\n"#, count: 16)
            let body = members(of: account).replacing("On its way.", with: text)
            let taken = try await caller.post(Paths.mailMessages, body, headers: key(service, .mailSend))
            #expect(taken.status == .accepted)
        }
    }

    @Test func `a message that nobody asked for is unknown, and an identifier that is none is invalid`() async throws {
        let service = try service()
        try await service.run { caller async throws in
            let headers = try await key(service, .mailSend)
            let unknown = String(repeating: "0", count: 32)
            let missing = try await caller.get(Paths.mailMessages + "?mail=\(unknown)", headers: headers)
            #expect(missing.status == .notFound && missing.errorCode == "mail_unknown")
            for query in ["", "?mail=x"] {
                let invalid = try await caller.get(Paths.mailMessages + query, headers: headers)
                #expect(invalid.status == .badRequest && invalid.errorCode == "field_invalid")
            }
        }
    }

    @Test func `sending needs its own scope, which the scope for reports does not include`() async throws {
        let service = try service()
        try await service.run { caller async throws in
            let other = try await key(service, .accountsRead, .accountsWrite, .link, .operations, .mail)
            #expect(try await caller.post(Paths.mailMessages, "{}", headers: other).status == .forbidden)
            #expect(try await caller.get(Paths.mailMessages, headers: other).status == .forbidden)
            #expect(try await caller.post(Paths.mailMessages, "{}").status == .unauthorized)
        }
    }

    @Test func `nothing is sent unless the operator opens it`() async throws {
        let service = try service(isOpen: false)
        try await service.run { caller async throws in
            let account = try await caller.signInNatively().account.id
            let refused = try await caller.post(
                Paths.mailMessages, members(of: account), headers: key(service, .mailSend))
            #expect(refused.status == .forbidden && refused.errorCode == "mail_not_open")
        }
    }
}
