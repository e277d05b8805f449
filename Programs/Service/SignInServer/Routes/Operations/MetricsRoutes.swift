import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows

/// Metrics for monitoring: counters and current state.
struct MetricsRoutes: RouteGroup {
    let parts: ServiceParts
    let unreachableMail: UnreachableMail

    init(parts: ServiceParts) {
        self.parts = parts
        unreachableMail = UnreachableMail(parts.environment)
    }

    var routes: [Route] {
        [
            Route(
                .get, Paths.metrics, budget: .unlimited(.monitoring), authentication: .operatorOrKey, body: .none,
                use: write)
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func write(_ request: RouteRequest<Void, Void>) async throws -> Response {
        var text = PrometheusText()
        parts.metrics.write(to: &text)
        try await writeStanding(to: &text)
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
    }

    private func writeStanding(to text: inout PrometheusText) async throws {
        text.begin("siwa_build_info", .gauge, help: "1, with the version of the program.")
        text.sample("siwa_build_info", 1, [("version", Release.version)])
        if let fetchedAt = parts.appleHealth?.keysFetchedAt {
            text.single(
                "siwa_apple_keys_age_seconds", .gauge, help: "Seconds since Apple's keys were fetched.",
                seconds(since: fetchedAt))
        }
        if let ahead = parts.appleHealth?.secondsAhead {
            text.single("siwa_clock_ahead_seconds", .gauge, help: "How far our clock is ahead of Apple's.", ahead)
        }
        if let latest = try await AppleNotifications(environment).latestTime() {
            text.single(
                "siwa_notification_last_seconds", .gauge, help: "Seconds since the last notification from Apple.",
                seconds(since: latest))
        }
        try await writeOutbox(to: &text)
        try await writeMail(to: &text)
        try await writeEvents(to: &text)
    }

    private func writeOutbox(to text: inout PrometheusText) async throws {
        let waiting = try await AppleOutbox(environment).backlogs()
        text.begin("siwa_outbox_items", .gauge, help: "Work at Apple that is waiting to be done, by kind.")
        for (kind, backlog) in waiting {
            text.sample("siwa_outbox_items", Double(backlog.count), [("kind", kind.rawValue)])
        }
        text.begin("siwa_outbox_oldest_seconds", .gauge, help: "How long the oldest of this work has waited.")
        for (kind, backlog) in waiting {
            text.sample("siwa_outbox_oldest_seconds", seconds(since: backlog.oldestAt), [("kind", kind.rawValue)])
        }
    }

    private func writeMail(to text: inout PrometheusText) async throws {
        let mail = try await WaitingMail(environment).backlog()
        text.single("siwa_mail_waiting", .gauge, help: "Mails waiting to be sent.", Double(mail.count))
        text.single(
            "siwa_mail_oldest_seconds", .gauge, help: "How long the oldest mail has waited.",
            seconds(since: mail.oldestAt))
        let unreachable = try await unreachableMail.counts()
        text.begin("siwa_mail_unreachable", .gauge, help: "Relay addresses at which mail does not arrive, by state.")
        for state in UnreachableMail.states {
            text.sample("siwa_mail_unreachable", Double(unreachable[state] ?? 0), [("state", state.code)])
        }
    }

    private func writeEvents(to text: inout PrometheusText) async throws {
        let events = try await EventHistory(environment).backlog()
        text.single(
            "siwa_events_waiting", .gauge, help: "Events waiting to be sent to the app's backend.",
            Double(events.waiting))
        text.single(
            "siwa_events_oldest_seconds", .gauge, help: "Age of the oldest waiting event.",
            seconds(since: events.oldestAt))
        text.single(
            "siwa_events_given_up", .gauge, help: "Events that the backend did not accept; replay them.",
            Double(events.givenUp))
    }

    /// None since a time in the future, which another clock wrote.
    private func seconds(since moment: Date?) -> Double {
        moment.map { max(0, environment.now().timeIntervalSince($0)) } ?? 0
    }
}
