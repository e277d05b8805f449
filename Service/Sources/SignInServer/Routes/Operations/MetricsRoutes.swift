import AccountStorage
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows

/// Metrics for monitoring: counters and current state.
struct MetricsRoutes: RouteGroup {
    let parts: ServiceParts

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
        let now = environment.now()
        if let fetchedAt = parts.appleHealth?.keysFetchedAt {
            text.begin("siwa_apple_keys_age_seconds", .gauge, help: "Seconds since Apple's keys were fetched.")
            text.sample("siwa_apple_keys_age_seconds", max(0, now.timeIntervalSince(fetchedAt)))
        }
        if let ahead = parts.appleHealth?.secondsAhead {
            text.begin("siwa_clock_ahead_seconds", .gauge, help: "How far our clock is ahead of Apple's.")
            text.sample("siwa_clock_ahead_seconds", ahead)
        }
        let backlog = try await AppleOutbox(environment).backlog()
        text.begin("siwa_outbox_items", .gauge, help: "Work at Apple that is waiting to be done.")
        text.sample("siwa_outbox_items", Double(backlog.count))
        text.begin("siwa_outbox_oldest_seconds", .gauge, help: "How long the oldest of this work has waited.")
        text.sample("siwa_outbox_oldest_seconds", backlog.oldestAt.map { max(0, now.timeIntervalSince($0)) } ?? 0)
        try await writeEvents(to: &text)
    }

    private func writeEvents(to text: inout PrometheusText) async throws {
        let events = try await EventHistory(environment).backlog()
        let age = events.oldestAt.map { max(0, environment.now().timeIntervalSince($0)) } ?? 0
        text.begin("siwa_events_waiting", .gauge, help: "Events waiting to be sent to the app's backend.")
        text.sample("siwa_events_waiting", Double(events.waiting))
        text.begin("siwa_events_oldest_seconds", .gauge, help: "Age of the oldest waiting event.")
        text.sample("siwa_events_oldest_seconds", age)
        text.begin("siwa_events_given_up", .gauge, help: "Events that the backend did not accept; replay them.")
        text.sample("siwa_events_given_up", Double(events.givenUp))
    }
}
