import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// A client that posts invalid notifications is limited; Apple never is.
@Suite struct NotificationLimitTests {
    private func post(
        _ caller: Caller, _ payload: String, from address: String = "192.0.2.1"
    ) async throws -> Int {
        let answer = try await caller.post(
            Paths.appleNotifications, #"{"payload":"\#(payload)"}"#, headers: ["X-Forwarded-For": address])
        return Int(answer.status.code)
    }

    @Test func `what is not Apple's uses up the sender's own budget`() async throws {
        let service = try TestService(requestsPerMinute: 3, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            for _ in 0..<3 { #expect(try await post(caller, "a.b.c") == 400) }
            #expect(try await post(caller, "a.b.c") == 429)
            #expect(try await post(caller, "a.b.c", from: "192.0.2.2") == 400)
            let malformed = try await caller.post(
                Paths.appleNotifications, "{", headers: ["X-Forwarded-For": "192.0.2.3"])
            #expect(malformed.status == .badRequest)
            service.clock.advance(20)
            #expect(try await post(caller, "a.b.c") == 400)
            #expect(try await post(caller, "a.b.c") == 429)
        }
    }

    @Test func `a burst of Apple's is taken whole, from one address and beyond every budget`() async throws {
        let service = try TestService(requestsPerMinute: 3, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            for _ in 0..<2 { #expect(try await post(caller, "a.b.c") == 400) }
            for number in 0..<40 {
                let payload = try service.apple.notification("email-disabled", id: "n\(number)")
                #expect(try await post(caller, payload) == 200)
            }
            #expect(try await post(caller, "a.b.c") == 400)
        }
    }

    @Test func `notifications under made-up keys use up a wider budget of their sender's`() async throws {
        let service = try TestService(requestsPerMinute: 3, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            // The keys are known, and Apple may not be asked again yet.
            #expect(try await post(caller, service.apple.notification("email-disabled", id: "n0")) == 200)
            service.clock.advance(3)
            service.apple.newKey = .madeUp
            let payload = try service.apple.notification("email-disabled", id: "n1")
            for _ in 0..<60 { #expect(try await post(caller, payload) == 503) }
            #expect(try await post(caller, payload) == 429)
            #expect(try await post(caller, payload, from: "192.0.2.2") == 503)
            service.clock.advance(1)
            #expect(try await post(caller, payload) == 503)
            #expect(try await post(caller, payload) == 429)
        }
    }

    @Test func `notifications for an app that nobody named use up the wider budget of their sender's`() async throws {
        let service = try TestService(requestsPerMinute: 3, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            let unnamed = try service.apple.notification("email-disabled", to: "com.example.unnamed", id: "n0")
            for _ in 0..<40 { #expect(try await post(caller, unnamed) == 400) }
            #expect(try await post(caller, service.apple.notification("email-disabled", id: "n1")) == 200)
            for _ in 40..<60 { #expect(try await post(caller, unnamed) == 400) }
            #expect(try await post(caller, unnamed) == 429)
        }
    }

    @Test func `a burst of Apple's after a change of keys is taken once the new key is known`() async throws {
        let service = try TestService(requestsPerMinute: 3, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            #expect(try await post(caller, service.apple.notification("email-disabled", id: "n0")) == 200)
            service.clock.advance(3)
            service.apple.newKey = .published
            let burst = try (1...40).map { try service.apple.notification("email-disabled", id: "n\($0)") }
            for payload in burst { #expect(try await post(caller, payload) != 429) }
            service.clock.advance(40)
            for payload in burst { #expect(try await post(caller, payload) == 200) }
        }
    }

    @Test func `our own outage is charged to nobody`() async throws {
        let service = try TestService(requestsPerMinute: 2, trustedProxies: ["127.0.0.0/8", "::1"])
        try await service.run(.live) { caller in
            let payload = try service.apple.notification("email-disabled", id: "one")
            service.database.outage = .unavailable
            for _ in 0..<5 { #expect(try await post(caller, payload) == 503) }
            service.database.outage = nil
            #expect(try await post(caller, payload) == 200)
        }
    }
}
