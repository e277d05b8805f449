import AccountStorage
package import SignInFlows
package import SignInWithApple
import Synchronization

/// Counts events. Labels are codes, platforms and route names: no personal data, and a bounded number of values.
package final class ServiceMetrics: Sendable {
    struct Counts: Sendable {
        var signIns: [SignInKey: Int] = [:]
        var grants: [ClientGrant: Int] = [:]
        var refusals: [String: Int] = [:]
        var requests: [RequestKey: Int] = [:]
        var incidents: [String: Int] = [:]
        var calls: [CallKey: Histogram] = [:]
        var failedCalls: [CallKey: Int] = [:]
        var oddities: [CallKey: Int] = [:]
        var keyEvents: [String: Int] = [:]
        var notifications: [NotificationKey: Int] = [:]
        var notificationLag = Histogram(Histogram.lagSeconds)
        var refusedNotifications: [String: Int] = [:]
        var validations: [String: Int] = [:]
        var deliveries: [String: Int] = [:]
        var mails: [String: Int] = [:]
        var mailReports: [String: Int] = [:]
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

    /// A kind of call to Apple, and a code of it or its outcome.
    struct CallKey: Hashable, Sendable {
        let call: String
        let code: String
    }

    struct NotificationKey: Hashable, Sendable {
        let kind: String
        let effect: String
        let isRepeat: Bool
    }

    /// A value that is kept elsewhere, and is read when it is asked for.
    struct Watched: Sendable {
        let kind: PrometheusText.Kind
        let help: String
        let value: @Sendable () -> Double
    }

    private let counts = Mutex(Counts())
    private let watched = Mutex<[String: Watched]>([:])

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
        let call = event.call.rawValue
        counts.withLock { counts in
            let key = CallKey(call: call, code: event.outcome)
            counts.calls[key, default: Histogram(Histogram.callSeconds)].record(event.seconds)
            for oddity in event.oddities {
                counts.oddities[CallKey(call: call, code: oddity.rawValue), default: 0] += 1
            }
            guard let failure = event.failure else { return }
            counts.failedCalls[CallKey(call: call, code: failure.code), default: 0] += 1
        }
    }

    /// Counts an event about Apple's keys.
    package func record(_ event: KeySetEvent) {
        counts.withLock { $0.keyEvents[event.name, default: 0] += 1 }
    }

    /// Counts a notification of Apple's. A repeat says nothing about how long Apple takes.
    func count(_ receipt: AppleNotifications.Receipt) {
        let key = NotificationKey(
            kind: Self.known(kind: receipt.kind), effect: receipt.effect, isRepeat: receipt.isRepeat)
        counts.withLock { counts in
            counts.notifications[key, default: 0] += 1
            if !receipt.isRepeat { counts.notificationLag.record(receipt.lag) }
        }
    }

    /// Apple may send other kinds. Together they have one value, so that their number is bounded.
    private static func known(kind: String) -> String {
        let known: [AppleNotificationKind] = [.emailDisabled, .emailEnabled, .consentRevoked, .accountDeleted]
        return known.contains { $0.rawValue == kind } ? kind : "other"
    }

    /// Counts a refused notification by its stable code.
    func count(refusedNotification code: String) {
        counts.withLock { $0.refusedNotifications[code, default: 0] += 1 }
    }

    /// Counts the verdict on a token that was validated at Apple.
    package func record(validation verdict: String) {
        counts.withLock { $0.validations[verdict, default: 0] += 1 }
    }

    /// Counts an answer of the app's backend to an event, by its stable code.
    package func record(delivery code: String) {
        counts.withLock { $0.deliveries[code, default: 0] += 1 }
    }

    /// Counts what became of a message to a person, by one of `MailOutbox.outcomes`.
    package func record(mail outcome: String) {
        counts.withLock { $0.mails[outcome, default: 0] += 1 }
    }

    /// Counts a report about a message to a person, by one of `MailReports.causes`.
    package func record(mailReport cause: String) {
        counts.withLock { $0.mailReports[cause, default: 0] += 1 }
    }

    /// Adds a counter that is kept elsewhere.
    package func watch(_ name: String, help: String, _ count: @escaping @Sendable () -> Int) {
        watched.withLock { $0[name] = Watched(kind: .counter, help: help) { Double(count()) } }
    }

    /// Adds a value that goes up and down, and is kept elsewhere.
    package func watch(gauge name: String, help: String, _ value: @escaping @Sendable () -> Double) {
        watched.withLock { $0[name] = Watched(kind: .gauge, help: help, value: value) }
    }

    /// Writes everything counted so far.
    func write(to text: inout PrometheusText) {
        // A copy, so that no request waits while the text is written.
        counts.withLock { $0 }.write(to: &text)
        for (name, other) in watched.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            text.single(name, other.kind, help: other.help, other.value())
        }
    }
}

extension AppleCallEvent {
    /// What became of the call. `siwa_apple_call_failures_total` has the reason.
    fileprivate var outcome: String {
        switch failure {
        case nil: "answered"
        case .refused: "refused"
        default: "failed"
        }
    }
}
