import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInBackground
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// `GET /v1/numbers`, and the reports about the app's other logins.
@Suite struct NumbersRouteTests {
    private static func policy(hidingBelow smallest: Int = 0) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.numbers.otherProviders = ["phone"]
        policy.numbers.hiddenBelow = smallest
        return policy
    }

    private let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")

    private func numbers(_ caller: Caller, _ query: String = "") async throws -> NumbersReply {
        let answer = try await caller.get(Paths.numbers + query, headers: key(caller.service, .numbersRead))
        #expect(answer.status == .ok)
        return try answer.decoded(NumbersReply.self)
    }

    private func report(_ caller: Caller, _ members: String) async throws -> TestResponse {
        try await caller.post(
            Paths.numbersOfOtherLogins, "{\(members)}", headers: key(caller.service, .numbersWrite))
    }

    @Test func `a program reads who registered by what, and the app's backend adds its other logins`() async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            _ = try await caller.signInNatively()
            _ = try await caller.signInNatively(ben)
            _ = try await caller.signInNatively()
            let today = CalendarDay(of: service.clock.now).text
            let sent = try await report(
                caller,
                #""day":"\#(today)","provider":"phone","client":"app","platform":"native","registrations":6,"sign_ins":9"#
            )
            #expect(sent.status == .noContent)
            let reply = try await numbers(caller, "?from=\(today)&by=provider,platform&measures=registration")
            #expect(reply.from == today && reply.to == today && reply.by == ["provider", "platform"])
            #expect(reply.each == "day" && reply.hiddenBelow == 0)
            #expect(reply.countedUntil == Timestamp.text(of: service.clock.now))
            #expect(
                reply.rows == [
                    .init(
                        start: today, measure: "registration", provider: "phone", client: nil, platform: "native",
                        detail: nil, count: 6, share: 0.75),
                    .init(
                        start: today, measure: "registration", provider: "apple", client: nil, platform: "native",
                        detail: nil, count: 2, share: 0.25),
                ])
            #expect(try await numbers(caller, "?measures=sign_in&each=whole").rows.map(\.count) == [12])
        }
    }

    @Test func `the counters of the metrics and the numbers agree`() async throws {
        let service = try TestService()
        try await service.run { caller in
            for person in [Person.ann, ben, .ann, .ann] { _ = try await caller.signInNatively(person) }
            let rows = try await numbers(caller, "?measures=sign_in&by=provider,platform,detail").rows
            let metrics = try await caller.get(Paths.metrics, headers: key(service, .operations)).text
            #expect(rows.count == 2)
            for row in rows {
                let labels =
                    #"{provider="\#(row.provider ?? "")",platform="\#(row.platform ?? "")",new="\#(row.detail == "new")"}"#
                #expect(metrics.contains("siwa_sign_ins_total\(labels) \(row.count ?? -1)\n"), "\(labels)")
            }
        }
    }

    @Test func `small numbers are hidden from everybody who asks`() async throws {
        let service = try TestService(policy: Self.policy(hidingBelow: 5))
        try await service.run { caller in
            _ = try await caller.signInNatively()
            let answer = try await caller.get(
                Paths.numbers + "?measures=sign_in&by=provider", headers: key(service, .numbersRead))
            let reply = try answer.decoded(NumbersReply.self)
            #expect(reply.hiddenBelow == 5)
            #expect(reply.rows.map(\.count) == [nil] && reply.rows.map(\.share) == [nil])
            #expect(!answer.text.contains("\"count\""))
        }
    }

    @Test(arguments: [
        ("?from=2026-02-30", "from"), ("?to=x", "to"), ("?measures=everything", "measures"), ("?by=person", "by"),
        ("?each=hour", "each"),
    ])
    func `a question that makes no sense is refused with the parameter's name`(_ query: String, _ name: String)
        async throws
    {
        let service = try TestService()
        try await service.run { caller in
            let answer = try await caller.get(Paths.numbers + query, headers: key(service, .numbersRead))
            #expect(answer.status == .badRequest && answer.errorCode == "field_invalid")
            #expect(answer.text.contains("The member \(name) "))
            let unknown = try await caller.get(Paths.numbers + "?group=client", headers: key(service, .numbersRead))
            #expect(unknown.errorCode == "parameter_unknown")
        }
    }

    @Test(arguments: [
        (#""day":"2026-13-01","provider":"phone","registrations":1,"sign_ins":1"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","platform":"ios","registrations":1,"sign_ins":1"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","platform":"openid","registrations":1,"sign_ins":1"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","registrations":2,"sign_ins":1"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","registrations":1.5,"sign_ins":2"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","registrations":1e30,"sign_ins":1e30"#, "field_invalid"),
        (#""day":"TODAY","provider":"phone","sign_ins":1"#, "field_invalid"),
        (#""day":"TODAY","provider":"Phone","registrations":1,"sign_ins":1"#, "provider_unknown"),
        (#""day":"TODAY","provider":"phone","client":"nobody","registrations":1,"sign_ins":1"#, "client_unknown"),
        (#""day":"TODAY","provider":"phone","registrations":1,"sign_ins":1,"new":true"#, "member_unknown"),
    ])
    func `a report that makes no sense changes nothing`(_ members: String, _ code: String) async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            let today = CalendarDay(of: service.clock.now).text
            let answer = try await report(caller, members.replacing("TODAY", with: today))
            #expect(answer.status == .badRequest && answer.errorCode == code)
            #expect(try await numbers(caller).rows.isEmpty)
        }
    }

    @Test func `a refused login is named beside those that are configured`() async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            let today = CalendarDay(of: service.clock.now).text
            let answer = try await report(
                caller, #""day":"\#(today)","provider":"fone","registrations":1,"sign_ins":1"#)
            #expect(answer.text.contains("Seen: fone. Configured: phone."))
        }
    }

    @Test func `each key allows one of the two`() async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            let write = try await key(service, .numbersWrite)
            #expect(try await caller.get(Paths.numbers, headers: write).errorCode == "credential_scope_missing")
            let read = try await key(service, .numbersRead)
            let refused = try await caller.post(Paths.numbersOfOtherLogins, "{}", headers: read)
            #expect(refused.errorCode == "credential_scope_missing")
            #expect(try await caller.get(Paths.numbers).errorCode == "authorization_missing")
        }
    }

    @Test func `the answer names neither a person nor an account`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let account = try await caller.signInNatively().account.id
            let answer = try await caller.get(
                Paths.numbers + "?measures=registration,sign_in,departure&by=provider,client,platform,detail",
                headers: key(service, .numbersRead))
            #expect(answer.text.contains("registration"))
            #expect(!answer.text.contains(account) && !answer.text.contains("@"))
        }
    }
}
