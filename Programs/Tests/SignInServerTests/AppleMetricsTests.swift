import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInBackground
@testable import SignInServer

/// What `/metrics` says about Apple: each metric after its cause, and no other.
@Suite struct AppleMetricsTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    /// The lines of `/metrics` that begin with a name.
    private func lines(_ caller: Caller, _ name: String) async throws -> [String] {
        let text = try await caller.get(Paths.metrics, headers: key(service, .operations)).text
        return text.split(separator: "\n").map(String.init).filter { $0.hasPrefix(name) }
    }

    private func notify(_ caller: Caller, _ payload: String) async throws -> HTTPResponse.Status {
        try await caller.post(Paths.appleNotifications, #"{"payload":"\#(payload)"}"#).status
    }

    private static func received(_ kind: String, _ effect: String, isRepeat: Bool = false, _ count: Int = 1) -> String {
        #"siwa_notifications_total{kind="\#(kind)",effect="\#(effect)",repeat="\#(isRepeat)"} \#(count)"#
    }

    private static func lag(_ bound: String, _ count: Int) -> String {
        #"siwa_notification_lag_seconds_bucket{le="\#(bound)"} \#(count)"#
    }

    @Test func `notifications are counted by kind and effect, and repeats apart from them`() async throws {
        try await service.run { caller in
            _ = try await caller.signInNatively()
            service.clock.advance(10)
            #expect(try await lines(caller, "siwa_notifications_total").isEmpty)
            let left = try service.apple.notification("consent-revoked")
            for _ in 0..<3 { #expect(try await notify(caller, left) == .ok) }
            for kind in ["email-disabled", "made-up-1", "made-up-2"] {
                #expect(try await notify(caller, service.apple.notification(kind)) == .ok)
            }
            #expect(
                try await lines(caller, "siwa_notifications_total") == [
                    Self.received("consent-revoked", "sessions_ended"),
                    Self.received("consent-revoked", "sessions_ended", isRepeat: true, 2),
                    Self.received("email-disabled", "forwarding_off"), Self.received("other", "kind_unknown", 2),
                ])
        }
    }

    @Test func `the lag of a notification is that from the event, and a repeat has none`() async throws {
        try await service.run { caller in
            let late = try service.apple.notification("email-disabled", at: service.clock.now - 7_200)
            for _ in 0..<2 { #expect(try await notify(caller, late) == .ok) }
            // Apple's clock is ahead.
            let early = try service.apple.notification("email-enabled", at: service.clock.now + 30)
            #expect(try await notify(caller, early) == .ok)
            let found = try await lines(caller, "siwa_notification_lag_seconds")
            for line in [
                Self.lag("1", 1), Self.lag("3600", 1), Self.lag("21600", 2), Self.lag("+Inf", 2),
                "siwa_notification_lag_seconds_count 2", "siwa_notification_lag_seconds_sum 7200",
            ] {
                #expect(found.contains(line), "\(line)")
            }
        }
    }

    @Test func `the time since the last notification survives a restart`() async throws {
        try await service.run { (caller) async throws in
            #expect(try await lines(caller, "siwa_notification_last_seconds").isEmpty)
            #expect(try await notify(caller, service.apple.notification("email-enabled")) == .ok)
        }
        let later = try TestService(database: service.database)
        try await later.run { (caller) async throws in
            let text = try await caller.get(Paths.metrics, headers: key(later, .operations)).text
            #expect(text.contains("\nsiwa_notification_last_seconds 0\n"))
            later.clock.advance(90)
            #expect(
                try await caller.get(Paths.metrics, headers: key(later, .operations)).text
                    .contains("\nsiwa_notification_last_seconds 90\n"))
        }
    }

    @Test func `forged notifications are counted by code, whatever they claim`() async throws {
        try await service.run { caller in
            for number in 0..<20 {
                #expect(try await notify(caller, "a.b.\(number)") == .badRequest)
            }
            let found = try await lines(caller, "siwa_notifications_refused_total")
            #expect(found.count == 1 && found[0].hasSuffix("\"} 20") && found[0].contains("{code=\"notification_"))
            #expect(try await lines(caller, "siwa_notifications_total").isEmpty)
        }
    }

    @Test func `calls are counted by what became of them`() async throws {
        try await service.run { caller in
            _ = try await caller.signInNatively()
            #expect(try await lines(caller, "siwa_apple_call_failures_total").isEmpty)
            #expect(try await lines(caller, Self.calls("refresh", "answered")).isEmpty)
            try await validate { try await lines(caller, Self.calls("refresh", "answered")).count == 1 }
            #expect(try await lines(caller, Self.calls("refresh", "refused")).isEmpty)
            service.apple.endRefreshTokens(of: "com.example.app")
            try await validate { try await lines(caller, Self.calls("refresh", "refused")).count == 1 }
            #expect(
                try await lines(caller, Self.calls("refresh", "")) == [
                    Self.calls("refresh", "answered") + "\"} 1", Self.calls("refresh", "refused") + "\"} 1",
                ])
            #expect(
                try await lines(caller, "siwa_apple_call_failures_total") == [
                    #"siwa_apple_call_failures_total{call="refresh",code="invalid_grant"} 1"#
                ])
        }
    }

    @Test func `a call that Apple does not answer is one that failed, and its work waits`() async throws {
        try await service.run { caller in
            _ = try await caller.signInNatively()
            service.apple.fault = .unreachable(.timedOut)
            try await validate { try await lines(caller, Self.calls("refresh", "failed")).count == 1 }
            #expect(
                try await lines(caller, "siwa_outbox_items") == [
                    #"siwa_outbox_items{kind="revocation"} 0"#, #"siwa_outbox_items{kind="validation"} 1"#,
                ])
            #expect(try await lines(caller, "siwa_validations_total").isEmpty)
        }
    }

    @Test func `the verdicts of the daily check are counted`() async throws {
        let (stands, left) = (
            #"siwa_validations_total{verdict="standing"} 1"#, #"siwa_validations_total{verdict="sessions_ended"} 1"#
        )
        try await service.run { caller in
            _ = try await caller.signInNatively()
            try await validate { try await lines(caller, "siwa_validations_total") == [stands] }
            service.apple.endRefreshTokens(of: "com.example.app")
            try await validate { try await lines(caller, "siwa_validations_total") == [left, stands] }
        }
    }

    @Test func `what waits is told apart, with the age of the oldest`() async throws {
        try await service.run { caller in
            let session = try await caller.signInNatively()
            service.apple.fault = .unreachable(.timedOut)
            let deleted = try await caller.client.executeRequest(
                uri: Paths.account, method: .delete, headers: Caller.fields(bearer(session)), body: nil)
            #expect(deleted.status == .ok)
            service.clock.advance(4_000)
            #expect(
                try await lines(caller, "siwa_outbox") == [
                    #"siwa_outbox_items{kind="revocation"} 1"#, #"siwa_outbox_items{kind="validation"} 0"#,
                    #"siwa_outbox_oldest_seconds{kind="revocation"} 4000"#,
                    #"siwa_outbox_oldest_seconds{kind="validation"} 0"#,
                ])
            #expect(try await lines(caller, "siwa_mail_waiting") == ["siwa_mail_waiting 0"])
            #expect(try await lines(caller, "siwa_mail_oldest_seconds") == ["siwa_mail_oldest_seconds 0"])
        }
    }

    @Test func `the documentation has every metric that is written, and the version is that of the program`()
        async throws
    {
        let overview = try Documents.text("operations/monitoring.md")
        try await service.run { caller in
            _ = try await caller.signInNatively()
            #expect(try await notify(caller, service.apple.notification("email-enabled")) == .ok)
            let written = try await lines(caller, "# TYPE ").compactMap { $0.split(separator: " ").dropFirst(2).first }
            #expect(written.count > 20 && Set(written).count == written.count)
            for name in written { #expect(overview.contains("`\(name)"), "\(name)") }
            #expect(try await lines(caller, "siwa_build_info{version=\"").count == 1)
        }
    }

    /// The beginning of the lines that count calls of a kind.
    private static func calls(_ call: String, _ outcome: String) -> String {
        #"siwa_apple_call_seconds_count{call="\#(call)",outcome="\#(outcome)"#
    }

    /// Lets time pass, ten minutes at a time, with what the planner and the worker do, until something has happened. A
    /// token is validated within fifty hours.
    private func validate(until hasHappened: () async throws -> Bool) async throws {
        for _ in 0..<300 {
            if try await hasHappened() { return }
            let now = service.clock.now
            _ = try await GrantValidation(service.environment).plan(from: now, to: now + 600)
            service.clock.advance(600)
            await service.outbox.work()
        }
        Issue.record("nothing happened in fifty hours")
    }
}
