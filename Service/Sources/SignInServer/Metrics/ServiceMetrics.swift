import AccountStorage
public import Foundation
public import SignInFlows
import Synchronization

/// Counts what happens. Labels are codes, platforms and route names: nothing of a person, and a bounded number of each.
public final class ServiceMetrics: Sendable {
    private struct Counts: Sendable {
        var signIns: [SignInKey: Int] = [:]
        var refusals: [String: Int] = [:]
        var requests: [RequestKey: Int] = [:]
        var incidents: [String: Int] = [:]
        var exchanges = DurationHistogram()
        var exchangesUnderWay: [AttemptID: Date] = [:]
    }

    struct SignInKey: Hashable, Sendable {
        let platform: Platform
        let isNew: Bool
    }

    struct RequestKey: Hashable, Sendable {
        let path: String
        let status: Int
    }

    private let counts = Mutex(Counts())
    private let now: @Sendable () -> Date

    /// Exchanges that were begun and never answered are forgotten beyond this many.
    private static let mostUnderWay = 10_000

    /// Counts from zero.
    public init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Counts a sign-in.
    func count(_ signedIn: SignedIn) {
        let key = SignInKey(platform: signedIn.session.platform, isNew: signedIn.isNewAccount)
        counts.withLock { $0.signIns[key, default: 0] += 1 }
    }

    /// Counts a request that was refused, by its stable code.
    func count(refusal code: String) {
        counts.withLock { $0.refusals[code, default: 0] += 1 }
    }

    /// Counts a request by its route; an unknown path has no route.
    func count(path: String?, status: Int) {
        counts.withLock { $0.requests[RequestKey(path: path ?? "unknown", status: status), default: 0] += 1 }
    }

    /// Counts what an operator should know.
    public func record(_ incident: SignInIncident) {
        counts.withLock { $0.incidents[incident.code, default: 0] += 1 }
    }

    /// Measures how long Apple takes to answer an exchange.
    public func record(_ step: SignInStep) {
        let moment = now()
        counts.withLock { counts in
            switch step.point {
            case .exchangeStarted where counts.exchangesUnderWay.count < Self.mostUnderWay:
                counts.exchangesUnderWay[step.attempt] = moment
            case .exchangeAnswered:
                guard let began = counts.exchangesUnderWay.removeValue(forKey: step.attempt) else { return }
                counts.exchanges.record(moment.timeIntervalSince(began))
            default: break
            }
        }
    }

    /// Everything counted so far.
    func write(to text: inout PrometheusText) {
        let counts = counts.withLock { $0 }
        text.begin("siwa_sign_ins_total", .counter, help: "Sign-ins by platform; new is whether it made the account.")
        for platform in Platform.allCases {
            for isNew in [false, true] {
                let count = counts.signIns[SignInKey(platform: platform, isNew: isNew)] ?? 0
                text.sample("siwa_sign_ins_total", Double(count), ["platform": platform.rawValue, "new": "\(isNew)"])
            }
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
        text.begin("siwa_incidents_total", .counter, help: "What an operator should know, by stable code.")
        for (code, count) in counts.incidents.sorted(by: { $0.key < $1.key }) {
            text.sample("siwa_incidents_total", Double(count), ["code": code])
        }
        text.begin("siwa_exchange_seconds", .histogram, help: "How long Apple took to answer an exchange of a code.")
        counts.exchanges.write("siwa_exchange_seconds", to: &text)
    }
}

/// How often something took how long.
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

    /// Buckets hold all that took at most so long, as Prometheus wants them.
    func write(_ name: String, to text: inout PrometheusText) {
        for (bound, count) in zip(Self.bounds, counts) {
            text.sample(name + "_bucket", Double(count), ["le": PrometheusText.number(bound)])
        }
        text.sample(name + "_bucket", Double(total), ["le": "+Inf"])
        text.sample(name + "_sum", sum)
        text.sample(name + "_count", Double(total))
    }
}
