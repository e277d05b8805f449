import AccountStorage
package import SignInFlows
package import SignInWithApple
import Synchronization

/// Counts events. Labels are codes, platforms and route names: no personal data, and a bounded number of values.
package final class ServiceMetrics: Sendable {
    private struct Counts: Sendable {
        var signIns: [SignInKey: Int] = [:]
        var grants: [ClientGrant: Int] = [:]
        var refusals: [String: Int] = [:]
        var requests: [RequestKey: Int] = [:]
        var incidents: [String: Int] = [:]
        var calls: [CallKey: DurationHistogram] = [:]
        var failedCalls: [CallKey: Int] = [:]
        var oddities: [CallKey: Int] = [:]
        var keyEvents: [String: Int] = [:]
        var deliveries: [String: Int] = [:]
    }

    struct SignInKey: Hashable, Sendable {
        let provider: SignInProvider
        let platform: Platform
        let isNew: Bool
    }

    /// What an OpenID client exchanged for tokens.
    enum ClientGrant: String, Hashable, Sendable, CaseIterable {
        case authorizationCode = "authorization_code"
        case refreshToken = "refresh_token"
    }

    struct RequestKey: Hashable, Sendable {
        let path: String
        let status: Int
    }

    struct CallKey: Hashable, Sendable {
        let call: String
        var code = ""
    }

    private let counts = Mutex(Counts())
    private let watched = Mutex<[String: (help: String, count: @Sendable () -> Int)]>([:])

    /// Creates metrics that start from zero.
    package init() {}

    /// Counts a sign-in.
    func count(_ signedIn: SignedIn) {
        guard !signedIn.isRepeated else { return }
        let session = signedIn.session
        let key = SignInKey(
            provider: session.provider, platform: session.platform, isNew: signedIn.isNewAccount)
        counts.withLock { $0.signIns[key, default: 0] += 1 }
    }

    /// Counts tokens that were issued to an OpenID client.
    func count(grant: ClientGrant) {
        counts.withLock { $0.grants[grant, default: 0] += 1 }
    }

    /// Counts a refused request by its stable code.
    func count(refusal code: String) {
        counts.withLock { $0.refusals[code, default: 0] += 1 }
    }

    /// Counts a request by its route; `nil` stands for an unknown path.
    func count(path: String?, status: Int) {
        counts.withLock { $0.requests[RequestKey(path: path ?? "unknown", status: status), default: 0] += 1 }
    }

    /// Counts an incident that the operator should know about.
    package func record(_ incident: SignInIncident) {
        counts.withLock { $0.incidents[incident.code, default: 0] += 1 }
    }

    /// Counts a call to Apple and records its duration.
    package func record(_ event: AppleCallEvent) {
        counts.withLock { counts in
            counts.calls[CallKey(call: event.call.rawValue), default: DurationHistogram()].record(event.seconds)
            for oddity in event.oddities {
                counts.oddities[CallKey(call: event.call.rawValue, code: oddity.rawValue), default: 0] += 1
            }
            guard let failure = event.failure else { return }
            counts.failedCalls[CallKey(call: event.call.rawValue, code: failure.code), default: 0] += 1
        }
    }

    /// Counts an event about Apple's keys.
    package func record(_ event: KeySetEvent) {
        counts.withLock { $0.keyEvents[event.name, default: 0] += 1 }
    }

    /// Counts an answer of the app's backend to an event, by its stable code.
    package func record(delivery code: String) {
        counts.withLock { $0.deliveries[code, default: 0] += 1 }
    }

    /// Adds a counter that is kept elsewhere.
    package func watch(_ name: String, help: String, _ count: @escaping @Sendable () -> Int) {
        watched.withLock { $0[name] = (help, count) }
    }

    /// Writes everything counted so far.
    func write(to text: inout PrometheusText) {
        let counts = counts.withLock { $0 }
        text.begin(
            "siwa_sign_ins_total", .counter,
            help: "Sign-ins by provider and platform; new says if they created the account.")
        // An OpenID client's session begins with a code, after a sign-in that is counted here. A password creates no account.
        for provider in [SignInProvider.apple, .password] {
            for platform in Platform.allCases where platform != .openID {
                for isNew in provider == .apple ? [false, true] : [false] {
                    let key = SignInKey(provider: provider, platform: platform, isNew: isNew)
                    text.sample(
                        "siwa_sign_ins_total", Double(counts.signIns[key] ?? 0),
                        ["provider": provider.rawValue, "platform": platform.rawValue, "new": "\(isNew)"])
                }
            }
        }
        text.begin("siwa_client_tokens_total", .counter, help: "Tokens issued to OpenID clients, by grant.")
        for grant in ClientGrant.allCases {
            text.sample("siwa_client_tokens_total", Double(counts.grants[grant] ?? 0), ["grant": grant.rawValue])
        }
        text.begin("siwa_refusals_total", .counter, help: "Refused requests by stable code.")
        for (code, count) in counts.refusals.sorted(by: { $0.key < $1.key }) {
            text.sample("siwa_refusals_total", Double(count), ["code": code])
        }
        text.begin("siwa_requests_total", .counter, help: "Requests by route and status.")
        let requests = counts.requests.sorted { ($0.key.path, $0.key.status) < ($1.key.path, $1.key.status) }
        for (key, count) in requests {
            text.sample("siwa_requests_total", Double(count), ["route": key.path, "status": "\(key.status)"])
        }
        for (name, measure) in watched.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.begin(name, .counter, help: measure.help)
            text.sample(name, Double(measure.count()))
        }
        text.begin("siwa_incidents_total", .counter, help: "Incidents for the operator, by stable code.")
        for (code, count) in counts.incidents.sorted(by: { $0.key < $1.key }) {
            text.sample("siwa_incidents_total", Double(count), ["code": code])
        }
        text.begin("siwa_apple_keys_total", .counter, help: "Events about Apple's keys.")
        for (name, count) in counts.keyEvents.sorted(by: { $0.key < $1.key }) {
            text.sample("siwa_apple_keys_total", Double(count), ["event": name])
        }
        text.begin("siwa_event_deliveries_total", .counter, help: "Responses of the app's backend to events, by code.")
        for (code, count) in counts.deliveries.sorted(by: { $0.key < $1.key }) {
            text.sample("siwa_event_deliveries_total", Double(count), ["code": code])
        }
        text.begin("siwa_apple_call_failures_total", .counter, help: "Failed calls to Apple, by code.")
        for (key, count) in counts.failedCalls.sorted(by: { ($0.key.call, $0.key.code) < ($1.key.call, $1.key.code) }) {
            text.sample("siwa_apple_call_failures_total", Double(count), ["call": key.call, "code": key.code])
        }
        text.begin("siwa_apple_reply_oddities_total", .counter, help: "Members of Apple's replies in an unknown form.")
        for (key, count) in counts.oddities.sorted(by: { ($0.key.call, $0.key.code) < ($1.key.call, $1.key.code) }) {
            text.sample("siwa_apple_reply_oddities_total", Double(count), ["call": key.call, "code": key.code])
        }
        text.begin("siwa_apple_call_seconds", .histogram, help: "How long Apple took to answer.")
        for (key, histogram) in counts.calls.sorted(by: { $0.key.call < $1.key.call }) {
            histogram.write("siwa_apple_call_seconds", label: key.call, to: &text)
        }
    }
}

/// A histogram of durations.
struct DurationHistogram: Sendable {
    private static let bounds = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private var counts = [Int](repeating: 0, count: bounds.count)
    private var total = 0
    private var sum = 0.0

    mutating func record(_ seconds: Double) {
        total += 1
        sum += seconds
        for (index, bound) in Self.bounds.enumerated() where seconds <= bound { counts[index] += 1 }
    }

    /// Writes cumulative buckets, as Prometheus requires: each counts all durations up to its bound.
    func write(_ name: String, label call: String, to text: inout PrometheusText) {
        for (bound, count) in zip(Self.bounds, counts) {
            text.sample(name + "_bucket", Double(count), ["call": call, "le": PrometheusText.number(bound)])
        }
        text.sample(name + "_bucket", Double(total), ["call": call, "le": "+Inf"])
        text.sample(name + "_sum", sum, ["call": call])
        text.sample(name + "_count", Double(total), ["call": call])
    }
}
